import { isOutOfFlow, type BlockBox, type Box } from "../boxes/box";
import { isTold, type BoxFragment, type Fragment } from "../layout/fragment";
import { restOfLines } from "../layout/rest";
import { SLACK } from "./page-tops";
import { slices, standsInColumn } from "./runs";

/*
 * What of a document stands below the end of a page, as boxes of its own: for a page after it that is of another width. Nothing
 * may be lost: where something would be, the document is not cut.
 */

/** The rest of a strip that was laid out and broken into pages; null where the page ends in something that cannot be cut. */
export function restBelow(strip: BoxFragment, end: number): BlockBox | null {
  const rest = restOf(strip, strip.y, end);
  if (!rest) return null;
  const carried = new Set<Box>();
  gatherOut(rest, carried);
  const isWhole = strip.children.every((child) =>
    // What says how far from the document's top it stands is put on its page without being carried there.
    child.kind === "box" && child.out && isTold(child)
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
      // What is out of the flow is where it stands; what stands nowhere yet stays with what is before it.
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

/** Whether something begins above the end of the page and reaches over it; `top`: of what holds it. */
const crosses = (fragment: Fragment, top: number, end: number): boolean =>
  top + fragment.y < end - SLACK && reaches(fragment, top + fragment.y) > end + SLACK;

/** How far down a fragment that begins there is seen, with the boxes in it; what is absolute counts for itself. */
function reaches(fragment: Fragment, top: number): number {
  const own = top + fragment.height;
  if (fragment.kind !== "line" && (fragment.kind !== "box" || fragment.style.clip)) return own;
  return fragment.children.reduce((most, child) => {
    const counts = child.kind === "line" || (child.kind === "box" && !isPositioned(child));
    return counts ? Math.max(most, reaches(child, top + child.y)) : most;
  }, own);
}

const isPositioned = ({ out, style }: BoxFragment) => out === true && style.float === "none";

/** Whether each box out of the flow, in a fragment or itself, is wholly on the page or else in what is carried on. */
function isKept(fragment: Fragment, top: number, end: number, carried: ReadonlySet<Box>): boolean {
  if (fragment.kind !== "box" && fragment.kind !== "line") return true;
  const y = top + fragment.y;
  if (fragment.kind === "box" && fragment.out) {
    // What is in it goes where it goes.
    if (carried.has(writtenAs(fragment))) return true;
    if (reaches(fragment, y) > end + SLACK) return false;
  }
  return fragment.children.every((child) => isKept(child, y, end, carried));
}

/** The box as the document has it: one that stands in lines is laid out in a block around it. */
function writtenAs({ box }: BoxFragment): Box {
  const [only, ...others] = box.kind === "block" ? box.children : [];
  return only && others.length === 0 && isOutOfFlow(only) && only.style === box.style ? only : box;
}

function gatherOut(box: Box, carried: Set<Box>): void {
  if (isOutOfFlow(box)) carried.add(box);
  if (box.kind === "block" || box.kind === "inline")
    for (const child of box.children) gatherOut(child, carried);
}
