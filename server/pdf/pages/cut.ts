import { isOutOfFlow, type BlockBox, type Box } from "../boxes/box";
import { hasOffset, type BoxFragment, type Fragment } from "../layout/fragment";
import { restOfLines } from "../layout/rest";
import { SLACK } from "./page-tops";
import { slices, standsInColumn } from "./runs";

/*
 * Cuts a document at the end of a page, if the next page has another width. Does not cut the document if content would be lost.
 */

/** Returns the content below the end of a page as a box. Returns null if the page ends in content that cannot be cut. */
export function restBelow(strip: BoxFragment, end: number): BlockBox | null {
  const rest = restOf(strip, strip.y, end);
  if (!rest) return null;
  const carried = new Set<Box>();
  gatherOut(rest, carried);
  const isWhole = strip.children.every((child) =>
    // `spread` in server/pdf/pages/sequence.ts moves the boxes that have an offset from the top of the document to their pages.
    child.kind === "box" && child.out && hasOffset(child)
      ? !crosses(child, strip.y, end)
      : isKept(child, strip.y, end, carried),
  );
  return isWhole ? rest : null;
}

function restOf(fragment: BoxFragment, top: number, end: number): BlockBox | null {
  const { box } = fragment;
  if (box.kind !== "block" || !standsInColumn(box)) return null;
  if (!box.inline) {
    const below = childrenBelow(fragment, box, top, end);
    return below && slices(box, [[], below])[1]!;
  }
  const lines = fragment.children.filter((child) => child.kind === "line");
  const isBelow = ({ y }: Fragment) => top + y >= end - SLACK;
  if (lines.some((line) => !isBelow(line) && crosses(line, top, end))) return null;
  const rest = restOfLines(box, lines.find(isBelow)?.start ?? Infinity);
  return slices(rest, [[], rest.children])[1]!;
}

function childrenBelow(fragment: BoxFragment, box: BlockBox, top: number, end: number): Box[] | null {
  const placed = new Map<Box, BoxFragment>();
  for (const child of fragment.children) if (child.kind === "box") placed.set(writtenAs(child), child);
  const below: Box[] = [];
  for (const child of box.children) {
    const found = placed.get(child);
    const isAbove = found && top + found.y < end - SLACK;
    if (!found || isOutOfFlow(child)) {
      // An out-of-flow box stays on the page on which its fragment begins. A box without a fragment stays with the content
      // before the box.
      if (found ? !isAbove : below.length > 0) below.push(child);
    } else if (!isAbove) below.push(child);
    else if (below.length > 0) return null;
    else if (crosses(found, top, end)) {
      const rest = restOf(found, top + found.y, end);
      if (!rest) return null;
      below.push(rest);
    }
  }
  return below;
}

/**
 * Returns true if a fragment begins above the end of the page and ends below it. `top` is the vertical position of its parent.
 */
const crosses = (fragment: Fragment, top: number, end: number): boolean =>
  top + fragment.y < end - SLACK && reaches(fragment, top + fragment.y) > end + SLACK;

/** Returns the lower edge of a fragment including visible overflow. Ignores absolutely positioned boxes. */
function reaches(fragment: Fragment, top: number): number {
  const own = top + fragment.height;
  if (fragment.kind !== "line" && (fragment.kind !== "box" || fragment.style.clip)) return own;
  return fragment.children.reduce((most, child) => {
    const counts = child.kind === "line" || (child.kind === "box" && !isPositioned(child));
    return counts ? Math.max(most, reaches(child, top + child.y)) : most;
  }, own);
}

const isPositioned = ({ out, style }: BoxFragment) => out === true && style.float === "none";

/**
 * Returns true if the page end splits no out-of-flow box. `carried` contains the out-of-flow boxes that move to the next page.
 */
function isKept(fragment: Fragment, top: number, end: number, carried: ReadonlySet<Box>): boolean {
  if (fragment.kind !== "box" && fragment.kind !== "line") return true;
  const y = top + fragment.y;
  if (fragment.kind === "box" && fragment.out) {
    // An out-of-flow box that moves to the next page takes its content along.
    if (carried.has(writtenAs(fragment))) return true;
    if (reaches(fragment, y) > end + SLACK) return false;
  }
  return fragment.children.every((child) => isKept(child, y, end, carried));
}

/**
 * Returns the box of the box tree that belongs to a fragment. If layout put an out-of-flow inline-level box into an anonymous
 * block, returns the inline-level box.
 */
function writtenAs({ box }: BoxFragment): Box {
  const [only, ...others] = box.kind === "block" ? box.children : [];
  return only && others.length === 0 && isOutOfFlow(only) && only.style === box.style ? only : box;
}

function gatherOut(box: Box, carried: Set<Box>): void {
  if (isOutOfFlow(box)) carried.add(box);
  if (box.kind === "block" || box.kind === "inline")
    for (const child of box.children) gatherOut(child, carried);
}
