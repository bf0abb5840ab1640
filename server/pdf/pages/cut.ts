import { isOutOfFlow, type BlockBox, type Box } from "../boxes/box";
import { hasOffset, type BoxFragment, type Fragment } from "../layout/fragment";
import { restOfLines } from "../layout/rest";
import { SLACK } from "./page-tops";
import { slices, standsInColumn } from "./runs";

/*
 * Cuts a document below the end of a page, for a next page of another width. Where content would be lost, the
 * document is not cut.
 */

/** Returns the rest of a broken strip; null where the page ends in content that cannot be cut. */
export function restBelow(strip: BoxFragment, end: number): BlockBox | null {
  const rest = restOf(strip, strip.y, end);
  if (!rest) return null;
  const carried = new Set<Box>();
  gatherOut(rest, carried);
  const isWhole = strip.children.every((child) =>
    // `spread` places boxes with an offset from the document's top on their pages.
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
      // Out-of-flow boxes stay on their page. A box without a fragment stays with the content before it.
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

/** Returns true for a fragment that crosses the end of the page. `top` is the place of its parent. */
const crosses = (fragment: Fragment, top: number, end: number): boolean =>
  top + fragment.y < end - SLACK && reaches(fragment, top + fragment.y) > end + SLACK;

/** Returns the visible bottom of a fragment and its content. Ignores absolutely positioned boxes. */
function reaches(fragment: Fragment, top: number): number {
  const own = top + fragment.height;
  if (fragment.kind !== "line" && (fragment.kind !== "box" || fragment.style.clip)) return own;
  return fragment.children.reduce((most, child) => {
    const counts = child.kind === "line" || (child.kind === "box" && !isPositioned(child));
    return counts ? Math.max(most, reaches(child, top + child.y)) : most;
  }, own);
}

const isPositioned = ({ out, style }: BoxFragment) => out === true && style.float === "none";

/** Returns true if every out-of-flow box is completely on the page or completely after it. */
function isKept(fragment: Fragment, top: number, end: number, carried: ReadonlySet<Box>): boolean {
  if (fragment.kind !== "box" && fragment.kind !== "line") return true;
  const y = top + fragment.y;
  if (fragment.kind === "box" && fragment.out) {
    // The content of an out-of-flow box moves with it.
    if (carried.has(writtenAs(fragment))) return true;
    if (reaches(fragment, y) > end + SLACK) return false;
  }
  return fragment.children.every((child) => isKept(child, y, end, carried));
}

/** Returns the box of a fragment as it is in the box tree. Skips the anonymous block around an out-of-flow inline-level box. */
function writtenAs({ box }: BoxFragment): Box {
  const [only, ...others] = box.kind === "block" ? box.children : [];
  return only && others.length === 0 && isOutOfFlow(only) && only.style === box.style ? only : box;
}

function gatherOut(box: Box, carried: Set<Box>): void {
  if (isOutOfFlow(box)) carried.add(box);
  if (box.kind === "block" || box.kind === "inline")
    for (const child of box.children) gatherOut(child, carried);
}
