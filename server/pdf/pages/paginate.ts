import { hasOffset, type BoxFragment, type Fragment, type LineFragment } from "../layout/fragment";
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
import { nextHeight, nextTop, pageEnd, pageTop, SLACK, type Pages } from "./page-tops";
import { placeTable } from "./table-pages";

/* Page breaks (CSS Fragmentation Level 3). Content that would cross the end of a page is moved down to the next page. */

const fits = (y: number, height: number, pages: Pages) => y + height <= pageEnd(y, pages) + SLACK;

export type Block = BoxFragment | LineFragment;

const isBlock = (child: Fragment): child is Block => child.kind === "box" || child.kind === "line";

/**
 * Distributes the content of a fragment to pages. `top` is the vertical position of the fragment in the document. The height of
 * the fragment grows by the distance by which content is moved down.
 */
export function breakFragment(fragment: BoxFragment, top: number, pages: Pages): void {
  if (fits(top, fragment.height, pages) && !forcesInside(fragment)) return;
  if (fragment.flow === "column") breakColumn(fragment, top, pages);
  else if (fragment.flow === "row") breakRow(fragment, top, pages);
  else if (fragment.flow === "table") placeTable(fragment, top, pages);
}

/** Returns the distance by which a block at `y` must move down. Returns 0 if the block can stay. */
export function push(child: Block, y: number, pages: Pages): number {
  const top = pageTop(y, pages);
  // Repeated rows of a table take the space above the content of the page.
  if (pages.at(y) >= 0 && y < top - SLACK) return top - y;
  const atTop = y - top <= SLACK;
  if (atTop || fits(y, child.height, pages)) return 0;
  const room = nextHeight(y, pages);
  const need = isWhole(child, room) ? Math.min(child.height, room) : firstNeed(child, room);
  return fits(y, need, pages) ? 0 : nextTop(y, pages) - y;
}

const breakColumn = (fragment: BoxFragment, top: number, pages: Pages) =>
  new ColumnBreaker(fragment, top, pages).run();

/** Distributes blocks and lines that are below each other to pages. */
class ColumnBreaker {
  private readonly children: Block[];
  /** `places` and `ends` are the upper and lower edges of the children before any child is moved. */
  private readonly places: number[];
  private readonly ends: number[];
  /** The original lower edge of each float, and the distance by which this edge moved down. */
  private readonly floats: { end: number; growth: number }[] = [];
  /**
   * `shifts` is the distance by which the content before each child moved down. `changed` is true for each child whose height
   * changed.
   */
  private readonly shifts: number[] = [];
  private readonly changed: boolean[] = [];
  private shift = 0;
  /** Index of a child that must begin a page, because a later child must stay with it. -1 if there is no such child. */
  private forced = -1;

  constructor(
    private readonly fragment: BoxFragment,
    private readonly top: number,
    private readonly pages: Pages,
  ) {
    this.children = fragment.children.filter(isBlock);
    this.places = this.children.map(({ y }) => y);
    this.ends = this.children.map((child) => child.y + child.height);
  }

  run() {
    const { children, places, floats } = this;
    for (let at = 0; at < children.length;) {
      for (const float of floats)
        if (float.end <= places[at]! + SLACK) this.shift = Math.max(this.shift, float.growth);
      const child = children[at]!;
      if (child.kind === "box" && child.out) {
        this.placeOut(child, at);
        at += 1;
      } else at = this.placeFlowing(child, at);
    }
    // An absolutely positioned box with only a `bottom` offset moves down with the bottom of the fragment.
    for (const [at, child] of children.entries())
      if (child.kind === "box" && hasOffset(child) && child.style.inset[0] === "auto")
        child.y = places[at]! + this.shift;
    this.fragment.height = this.grownHeight();
  }

  /** Places a float or an absolutely positioned box. */
  private placeOut(child: BoxFragment, at: number) {
    const { pages, top } = this;
    const place = this.places[at]!;
    if (hasOffset(child)) {
      breakFragment(child, top + place, pages);
      return;
    }
    const y = top + place + this.shift;
    const moved = child.style.float === "none" ? 0 : push(child, y, pages);
    child.y = place + this.shift + moved;
    const { height } = child;
    breakFragment(child, y + moved, pages);
    this.floats.push({ end: this.ends[at]!, growth: this.shift + moved + child.height - height });
  }

  /**
   * Places a child in normal flow. Returns the index of the child to place next. The index can be that of an earlier child,
   * which must be placed again.
   */
  private placeFlowing(child: Block, at: number): number {
    const y = this.top + this.places[at]! + this.shift;
    const { moved, from } = this.pushed(child, at, y);
    if (from < at && this.forced !== from) {
      this.forced = from;
      this.shift = this.shifts[from]!;
      return from;
    }
    this.shifts[at] = this.shift;
    this.shift += moved;
    child.y = this.places[at]! + this.shift;
    const { height } = child;
    if (child.kind === "box") breakFragment(child, y + moved, this.pages);
    this.changed[at] = child.height !== height;
    this.shift += child.height - height;
    return at + 1;
  }

  /**
   * Returns the distance by which a child must move down. `from` is the index of the first child that must move together with
   * this child.
   */
  private pushed(child: Block, at: number, y: number): { moved: number; from: number } {
    const { children, fragment, pages, top } = this;
    const index = previousFlowing(children, at);
    const previous = children[index];
    const end = previous ? top + previous.y + previous.height : y;
    if (this.forced === at) return { moved: Math.max(0, nextTop(y, pages) - y), from: at };
    // A forced break before the first child is a break before the whole fragment. Therefore, only later children are tested
    // here.
    if (previous && (breaksBefore(child) || breaksAfter(previous))) {
      const under = isUnderFloat(previous, child, fragment, y - end) ? y : end;
      return { moved: nextTop(under - 1, pages) + marginOn(child, fragment) - y, from: at };
    }
    // A margin at the end of a page does not continue on the next page.
    const crossed = pageTop(y, pages) > pageTop(end - 1, pages);
    const moved = crossed ? pageTop(y, pages) - y : push(child, y, pages);
    if (moved <= 0 && !crossed) return { moved, from: at };
    const from =
      child.kind === "line"
        ? lineBreak(children, at, this.shifts, fragment)
        : keptFrom(children, at, this.places, this.changed, top, this.shifts, pages);
    return { moved, from };
  }

  private grownHeight(): number {
    const { floats } = this;
    const { height } = this.fragment;
    const shifted = height + this.shift;
    const grown = floats.reduce((most, { end, growth }) => Math.max(most, end + growth), shifted);
    if (shifted >= grown || !floats.some(({ end }) => end <= height + SLACK)) return shifted;
    const most = height + Math.max(...floats.map(({ growth }) => growth));
    return Math.max(shifted, Math.min(grown, most));
  }
}

/** Returns the top margin of a block. A forced break keeps this margin (CSS Fragmentation Level 3 §5.2). */
function marginOn(child: Block, holder: BoxFragment): number {
  return child.kind === "line" ? 0 : Math.max(0, worth(marginAbove(child.box, innerWidth(holder))));
}

const innerWidth = ({ width, padding, border }: BoxFragment) =>
  width - padding[1] - padding[3] - border[1] - border[3];

/** Returns true if `clear` moved a block below a float. In this case, the space before the block is larger than its margins. */
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

/** Returns the index of the line that begins the next page. Observes `widows` and `orphans`. */
function lineBreak(children: Block[], at: number, shifts: number[], { style }: BoxFragment): number {
  const left = children.length - at;
  if (left >= style.widows) return at;
  const from = at - (style.widows - left);
  // At least `orphans` lines must stay on the page that contains the previous line.
  const first = Math.max(
    0,
    shifts.findLastIndex((shift, index) => index < at && shift !== shifts[at - 1]) + 1,
  );
  return from - first >= style.orphans ? from : at;
}

/**
 * Returns the index of the first block that must stay together with the block at index `at`. For example, a heading must stay
 * with the next block.
 */
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
  // If a child ends at the bottom of the row, the child grows together with the row.
  const lowest = Math.max(...ends);
  for (const [index, child] of fragment.children.entries())
    if (child.kind === "box" && !child.out && Math.abs(ends[index]! - lowest) < SLACK)
      child.height = Math.max(child.height, lowest + growth - child.y);
}

/** If a page break is forced before a row of a grid, moves this row and all items below it to the next page. */
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
