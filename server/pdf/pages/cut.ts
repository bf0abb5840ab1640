import { isOutOfFlow, type BlockBox, type Box } from "../boxes/box";
import type { BoxFragment } from "../layout/fragment";
import { SLACK } from "./page-tops";
import { isColumn, slices } from "./runs";

/*
 * What of a document stands below the end of a page, as boxes of its own: for a page after it that is of another width.
 */

/** The rest of a box that was laid out and broken into pages; null where the page ends in something that cannot be cut. */
export function restBelow(fragment: BoxFragment, end: number): BlockBox | null {
  const parts = partsAt(fragment, fragment.y, end);
  return parts?.below ?? null;
}

interface Parts {
  above: Box | null;
  below: BlockBox | null;
}

function partsAt(fragment: BoxFragment, top: number, end: number): Parts | null {
  const { box } = fragment;
  if (!isColumn(box)) return null;
  const placed = new Map<Box, BoxFragment>();
  for (const child of fragment.children) if (child.kind === "box") placed.set(child.box, child);
  const above: Box[] = [];
  const below: Box[] = [];
  for (const child of box.children) {
    const found = placed.get(child);
    if (isOutOfFlow(child) || !found) {
      const under = found && child.style.float !== "none" ? top + found.y >= end - SLACK : below.length > 0;
      (under ? below : above).push(child);
    } else if (below.length > 0 || top + found.y >= end - SLACK) below.push(child);
    else if (top + found.y + found.height <= end + SLACK) above.push(child);
    else {
      const parts = partsAt(found, top + found.y, end);
      if (!parts) return null;
      if (parts.above) above.push(parts.above);
      if (parts.below) below.push(parts.below);
    }
  }
  const [first, rest] = slices(box, [above, below]);
  return { above: above.length > 0 ? first! : null, below: below.length > 0 ? rest! : null };
}
