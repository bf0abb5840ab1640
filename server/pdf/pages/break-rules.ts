import { isFlex, isGrid as isGridDisplay } from "../css/display";
import type { BoxFragment, Fragment } from "../layout/fragment";
import type { Block } from "./paginate";

/* Rules of page breaks that depend on the style of boxes. */

const flowing = ({ children }: BoxFragment): Block[] =>
  children.filter((child): child is Block => child.kind === "line" || (child.kind === "box" && !child.out));

/**
 * Returns true if a page break is forced before a fragment. The break can be set on the fragment, on its first child, or on a
 * fragment in its first row.
 */
export function breaksBefore(child: Fragment): boolean {
  if (child.kind !== "box") return false;
  if (child.style.breakBefore === "page") return true;
  return child.flow !== "whole" && leading(child).some(breaksBefore);
}

/** Returns the children at the top of a fragment. */
function leading(fragment: BoxFragment): Block[] {
  const children = flowing(fragment);
  const { display, columnCount } = fragment.style;
  // In multi-column content, only the first column counts as the top.
  if (fragment.flow !== "row" || (columnCount > 1 && !isFlex(display) && !isGridDisplay(display)))
    return children.slice(0, 1);
  if (!isGrid(fragment)) return children;
  const top = Math.min(...children.map(({ y }) => y));
  return children.filter(({ y }) => y <= top + 0.5);
}

/** Returns true for a grid that is one fragment, because an item spans rows. Other grids have one fragment for each row. */
export const isGrid = ({ flow, style }: BoxFragment): boolean =>
  flow === "row" && isGridDisplay(style.display);

export function breaksAfter(child: Fragment): boolean {
  if (child.kind !== "box") return false;
  if (child.style.breakAfter === "page") return true;
  if (child.flow !== "column") return false;
  const last = flowing(child).at(-1);
  return last !== undefined && breaksAfter(last);
}

export const keepsWithNext = (child: BoxFragment): boolean => child.style.breakAfter === "avoid";

/** Returns true if a fragment contains a forced page break. */
export function forcesInside(fragment: BoxFragment): boolean {
  fragment.forces ??=
    fragment.flow !== "whole" &&
    fragment.children.some(
      (child) =>
        child.kind === "box" &&
        (child.style.breakBefore === "page" || child.style.breakAfter === "page" || forcesInside(child)),
    );
  return fragment.forces;
}

/** Returns true for a block that is moved to the next page as a whole and not split. */
export function isWhole(child: Block, pageHeight: number): boolean {
  if (child.kind === "line") return true;
  if (child.box.kind === "replaced" || child.flow === "whole") return true;
  if (child.height > pageHeight) return false;
  return child.style.breakInside === "avoid" || (child.style.clip && child.style.height !== "auto");
}

/**
 * Returns the minimum height of the first part of a block. If the rest of the page is lower, the block begins on the next page.
 */
export function firstNeed(child: Block, pageHeight: number): number {
  if (isWhole(child, pageHeight) || child.kind === "line") return Math.min(child.height, pageHeight);
  const children = flowing(child);
  if (children.length === 0) return Math.min(child.height, pageHeight);
  if (child.flow === "row")
    return Math.min(pageHeight, Math.max(...children.map((one) => one.y + firstNeed(one, pageHeight))));
  if (child.flow === "table") {
    const at = children.findIndex(
      (one) => one.kind === "box" && one.box.style.display === "table-row" && !one.head,
    );
    const row = children[Math.max(0, at)]!;
    return Math.min(pageHeight, row.y + Math.min(row.height, pageHeight / 2));
  }
  const lines = children.filter(({ kind }) => kind === "line");
  if (lines.length > 0) {
    const { orphans, widows } = child.style;
    // If a block has fewer lines than `orphans` plus `widows`, all its lines stay on one page.
    const count = lines.length < orphans + widows ? lines.length : orphans;
    const line = lines[count - 1]!;
    return Math.min(pageHeight, line.y + line.height);
  }
  let at = 0;
  while (at + 1 < children.length && at < 4 && isKept(children[at]!)) at += 1;
  const first = children[at]!;
  return Math.min(pageHeight, first.y + firstNeed(first, pageHeight));
}

const isKept = (child: Block) => child.kind === "box" && keepsWithNext(child);
