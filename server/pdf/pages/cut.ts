import { isOutOfFlow, type BlockBox, type Box } from "../boxes/box";
import type { BoxFragment } from "../layout/fragment";
import { restOfLines } from "../layout/rest";
import { SLACK } from "./page-tops";
import { slices, standsInColumn } from "./runs";

/*
 * What of a document stands below the end of a page, as boxes of its own: for a page after it that is of another width.
 */

/** The rest of a box that was laid out and broken into pages; null where the page ends in something that cannot be cut. */
export const restBelow = (fragment: BoxFragment, end: number): BlockBox | null =>
  restOf(fragment, fragment.y, end);

function restOf(fragment: BoxFragment, top: number, end: number): BlockBox | null {
  const { box } = fragment;
  if (box.kind !== "block" || !standsInColumn(box)) return null;
  if (!box.inline) {
    const below = childrenBelow(fragment, box, top, end);
    return below && slices(box, [[], below])[1]!;
  }
  const line = fragment.children.find((child) => child.kind === "line" && top + child.y >= end - SLACK);
  const rest = restOfLines(box, line?.kind === "line" ? line.start : Infinity);
  return slices(rest, [[], rest.children])[1]!;
}

function childrenBelow(fragment: BoxFragment, box: BlockBox, top: number, end: number): Box[] | null {
  const placed = new Map<Box, BoxFragment>();
  for (const child of fragment.children) if (child.kind === "box") placed.set(child.box, child);
  const below: Box[] = [];
  for (const child of box.children) {
    const found = placed.get(child);
    const begins = found && top + found.y;
    if (isOutOfFlow(child) || begins === undefined) {
      // A float stands where it is; what else is out of the flow stays with what is before it.
      const under = child.style.float !== "none" && begins !== undefined && begins >= end - SLACK;
      if (under || below.length > 0) below.push(child);
    } else if (below.length > 0 || begins >= end - SLACK) below.push(child);
    else if (begins + found!.height > end + SLACK) {
      const rest = restOf(found!, begins, end);
      if (!rest) return null;
      below.push(rest);
    }
  }
  return below;
}
