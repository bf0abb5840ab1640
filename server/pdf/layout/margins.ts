import { isOutOfFlow, isRoot, type BlockBox, type Box } from "../boxes/box";
import { marginSide } from "./context";

/*
 * Collapsing margins (CSS 2.2 §8.3.1). For each set of adjoining margins, only the largest and the smallest margin are stored.
 */

export interface Margins {
  most: number;
  least: number;
}

export const none: Margins = { most: 0, least: 0 };
export const margins = (value: number): Margins => ({ most: Math.max(0, value), least: Math.min(0, value) });
export const joined = (one: Margins, other: Margins): Margins => ({
  most: Math.max(one.most, other.most),
  least: Math.min(one.least, other.least),
});
export const worth = ({ most, least }: Margins) => most + least;

const flowing = (box: BlockBox) => (box.inline ? [] : box.children.filter((child) => !isOutOfFlow(child)));

const isBlockFlow = (box: Box): box is BlockBox => box.kind === "block" && !isRoot(box);

const has = (value: number | { px: number; percent: number }) =>
  typeof value === "number" ? value !== 0 : value.px !== 0 || value.percent !== 0;

/** Returns true if the top margin of a box adjoins the top margin of its first child. */
export const collapsesWithFirst = (box: Box): box is BlockBox =>
  isBlockFlow(box) && !box.inline && !has(box.style.padding[0]) && box.style.border[0].width === 0;

const collapsesWithLast = (box: Box): box is BlockBox =>
  isBlockFlow(box) &&
  !box.inline &&
  !has(box.style.padding[2]) &&
  box.style.border[2].width === 0 &&
  box.style.height === "auto" &&
  box.style.ratio === null &&
  !hasLeast(box);

const hasLeast = ({ style }: Box) => style.minHeight !== "auto" && has(style.minHeight);

/** Returns true if the top margin of a box adjoins its own bottom margin. */
export function collapsesThrough(box: Box): boolean {
  if (!isBlockFlow(box) || box.inline || box.marker !== null) return false;
  const { style } = box;
  if (
    has(style.padding[0]) ||
    has(style.padding[2]) ||
    style.border[0].width > 0 ||
    style.border[2].width > 0
  )
    return false;
  if ((style.height !== "auto" && has(style.height)) || style.ratio !== null || hasLeast(box)) return false;
  return flowing(box).every(collapsesThrough);
}

/** Returns the top margin of a box, together with the adjoining margins of its content. */
export function marginAbove(box: Box, width: number): Margins {
  let set = margins(marginSide(box.style.margin[0], width));
  if (collapsesWithFirst(box))
    for (const child of flowing(box)) {
      if (child.style.clear !== "none") break;
      set = joined(set, marginAbove(child, width));
      if (!collapsesThrough(child)) break;
    }
  if (collapsesThrough(box)) set = joined(set, margins(marginSide(box.style.margin[2], width)));
  return set;
}

export function marginBelow(box: Box, width: number): Margins {
  let set = margins(marginSide(box.style.margin[2], width));
  if (collapsesWithLast(box)) {
    const children = flowing(box);
    for (let at = children.length - 1; at >= 0; at--) {
      set = joined(set, marginBelow(children[at]!, width));
      if (!collapsesThrough(children[at]!)) break;
    }
  }
  return set;
}

export const collapsesBelow = collapsesWithLast;
