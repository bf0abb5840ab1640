import { isTold, type BoxFragment, type Fragment, type LineFragment } from "../layout/fragment";
import { joined, marginAbove, marginBelow, worth } from "../layout/margins";
import {
  breaksAfter,
  breaksBefore,
  firstNeed,
  forcesInside,
  isGrid,
  isWhole,
  keepsWithNext,
} from "./break-rules";
import { nextHeight, nextTop, pageTop, SLACK, type Pages } from "./page-tops";
import { placeTable } from "./table-pages";

/*
 * Where pages break (CSS Fragmentation Level 3): what would stand across a page's end is pushed to the next.
 */

const fits = (y: number, height: number, pages: Pages) => y + height <= nextTop(y, pages) + SLACK;

export type Block = BoxFragment | LineFragment;

const isBlock = (child: Fragment): child is Block => child.kind === "box" || child.kind === "line";

/** Breaks a fragment that begins at this place of the strip; it grows by what its content is pushed. */
export function breakFragment(fragment: BoxFragment, top: number, pages: Pages): void {
  if (fits(top, fragment.height, pages) && !forcesInside(fragment)) return;
  if (fragment.flow === "column") breakColumn(fragment, top, pages);
  else if (fragment.flow === "row") breakRow(fragment, top, pages);
  else if (fragment.flow === "table") placeTable(fragment, top, pages);
}

/** How far a block at this place has to be pushed before anything of it stands. */
export function push(child: Block, y: number, pages: Pages): number {
  const atTop = y - pageTop(y, pages) <= SLACK;
  if (atTop || fits(y, child.height, pages)) return 0;
  const room = nextHeight(y, pages);
  const need = isWhole(child, room) ? Math.min(child.height, room) : firstNeed(child, room);
  return fits(y, need, pages) ? 0 : nextTop(y, pages) - y;
}

function breakColumn(fragment: BoxFragment, top: number, pages: Pages) {
  const children = fragment.children.filter(isBlock);
  const places = children.map(({ y }) => y);
  const ends = children.map((child) => child.y + child.height);
  const bottom = fragment.height;
  const floats: { end: number; growth: number }[] = [];
  const shifts: number[] = [];
  const changed: boolean[] = [];
  let shift = 0;
  let forced = -1;
  for (let at = 0; at < children.length; at++) {
    const child = children[at]!;
    for (const float of floats) if (float.end <= places[at]! + SLACK) shift = Math.max(shift, float.growth);
    let y = top + places[at]! + shift;
    if (child.kind === "box" && child.out) {
      if (isTold(child)) {
        breakFragment(child, top + places[at]!, pages);
        continue;
      }
      const moved = child.style.float === "none" ? 0 : push(child, y, pages);
      child.y = places[at]! + shift + moved;
      const before = child.height;
      breakFragment(child, y + moved, pages);
      floats.push({ end: ends[at]!, growth: shift + moved + child.height - before });
      continue;
    }
    const previous = previousFlowing(children, at);
    // A break before the first is one before the fragment itself.
    const wanted = previous >= 0 && (breaksBefore(child) || breaksAfter(children[previous]!));
    const end = previous >= 0 ? top + children[previous]!.y + children[previous]!.height : y;
    let moved = 0;
    if (forced === at) moved = Math.max(0, nextTop(y, pages) - y);
    else if (wanted) {
      const under = isUnderFloat(children[previous]!, child, fragment, y - end) ? y : end;
      moved = nextTop(under - 1, pages) + marginOn(child, fragment) - y;
    } else {
      // A margin that a page ends in is not there on the next.
      const crossed = pageTop(y, pages) > pageTop(end - 1, pages);
      moved = crossed ? pageTop(y, pages) - y : push(child, y, pages);
      if (moved > 0 || crossed) {
        const from =
          child.kind === "line"
            ? lineBreak(children, at, shifts, fragment)
            : keptFrom(children, at, places, changed, top, shifts, pages);
        if (from < at && forced !== from) {
          forced = from;
          shift = shifts[from]!;
          at = from - 1;
          continue;
        }
      }
    }
    shifts[at] = shift;
    shift += moved;
    y += moved;
    child.y = places[at]! + shift;
    const before = child.height;
    if (child.kind === "box") breakFragment(child, y, pages);
    changed[at] = child.height !== before;
    shift += child.height - before;
  }
  // What stands from the bottom goes with it.
  for (const [at, child] of children.entries())
    if (child.kind === "box" && isTold(child) && child.style.inset[0] === "auto")
      child.y = places[at]! + shift;
  const grown = floats.reduce((most, { end, growth }) => Math.max(most, end + growth), bottom + shift);
  fragment.height =
    bottom + shift < grown && floats.some(({ end }) => end <= bottom + SLACK)
      ? Math.max(bottom + shift, Math.min(grown, bottom + Math.max(...floats.map(({ growth }) => growth))))
      : bottom + shift;
}

/** The margin above a block, which a page that was begun for it keeps (CSS Fragmentation Level 3 §5.2). */
function marginOn(child: Block, holder: BoxFragment): number {
  return child.kind === "line" ? 0 : Math.max(0, worth(marginAbove(child.box, innerWidth(holder))));
}

const innerWidth = ({ width, padding, border }: BoxFragment) =>
  width - padding[1] - padding[3] - border[1] - border[3];

/** Whether a block stands where a float above it ends, so far below what flows before it: more than their margins. */
function isUnderFloat(before: Block, child: Block, holder: BoxFragment, between: number): boolean {
  if (child.kind === "line" || child.style.clear === "none") return false;
  const above = marginAbove(child.box, innerWidth(holder));
  const margin = before.kind === "line" ? above : joined(marginBelow(before.box, innerWidth(holder)), above);
  return between > worth(margin) + SLACK;
}

function previousFlowing(children: Block[], at: number): number {
  for (let index = at - 1; index >= 0; index--) {
    const child = children[index]!;
    if (child.kind === "line" || !child.out) return index;
  }
  return -1;
}

/** The line before which the page breaks, so that none stands alone (widows and orphans). */
function lineBreak(children: Block[], at: number, shifts: number[], { style }: BoxFragment): number {
  const left = children.length - at;
  if (left >= style.widows) return at;
  const from = at - (style.widows - left);
  // As many lines as there may be alone stay where they are, on one page with the line that follows.
  const first = Math.max(
    0,
    shifts.findLastIndex((shift, index) => index < at && shift !== shifts[at - 1]) + 1,
  );
  return from - first >= style.orphans ? from : at;
}

/** The first of the blocks before that have to stay with this one: headings. */
function keptFrom(
  children: Block[],
  at: number,
  places: number[],
  changed: boolean[],
  top: number,
  shifts: number[],
  pages: Pages,
): number {
  let from = at;
  for (let index = at - 1; index >= 0; index--) {
    const child = children[index]!;
    if (child.kind !== "box" || child.out || changed[index] || !keepsWithNext(child)) break;
    const y = top + places[index]! + (shifts[index] ?? 0);
    if (y - pageTop(y, pages) <= SLACK || places[at]! - places[index]! > nextHeight(y, pages) / 3) break;
    from = index;
  }
  return from;
}

function breakRow(fragment: BoxFragment, top: number, pages: Pages) {
  if (isGrid(fragment)) beginRows(fragment, top, pages);
  const ends = fragment.children.map(({ y, height }) => y + height);
  const bottom = fragment.height;
  let growth = 0;
  for (const [index, child] of fragment.children.entries()) {
    if (child.kind !== "box") continue;
    const moved = push(child, top + child.y, pages);
    child.y += moved;
    breakFragment(child, top + child.y, pages);
    growth = Math.max(growth, child.y + child.height - Math.max(ends[index]!, 0));
  }
  if (growth <= 0) return;
  fragment.height = bottom + growth;
  // What was as high as the row stays as high as the row.
  const lowest = Math.max(...ends);
  for (const [index, child] of fragment.children.entries())
    if (child.kind === "box" && !child.out && Math.abs(ends[index]! - lowest) < SLACK)
      child.height = Math.max(child.height, lowest + growth - child.y);
}

/** Pushes each row of a grid that has to begin a page there, with all that begins in it or further below. */
function beginRows(grid: BoxFragment, top: number, pages: Pages) {
  const items = grid.children
    .filter((child): child is BoxFragment => child.kind === "box" && !child.out)
    .sort((one, other) => one.y - other.y);
  let shift = 0;
  let row = items[0]?.y ?? 0;
  for (const [index, item] of items.entries()) {
    if (item.y > row + SLACK) {
      row = item.y;
      const y = top + row + shift;
      const begins = items.slice(index).filter((one) => one.y <= row + SLACK);
      if (y - pageTop(y, pages) > SLACK && begins.some(breaksBefore)) shift += nextTop(y, pages) - y;
    }
    item.y += shift;
  }
  grid.height += shift;
}
