import { MOST_PAGES, tooLong } from "../layout/context";
import type { BoxFragment, Fragment } from "../layout/fragment";
import { breaksBefore, forcesInside } from "./break-rules";
import { narrowed, nextHeight, nextTop, pageEnd, pageTop, SLACK, type Pages } from "./page-tops";
import { breakFragment, push } from "./paginate";

/*
 * Distributes tables to pages. Rows are moved to the next page rather than split. Header and footer are repeated on each page.
 */

type RowFragment = BoxFragment & { group: number };

const isRow = (child: Fragment): child is RowFragment => child.kind === "box" && child.group !== undefined;

/** Rows that are repeated on each page of the table: the header or the footer. */
class Repeated {
  readonly height: number;
  /** Distance of each row from the first row. */
  private readonly places: readonly number[];

  constructor(private readonly rows: readonly RowFragment[]) {
    const [first, last] = [rows[0], rows.at(-1)];
    const top = first?.y ?? 0;
    this.places = rows.map((row) => row.y - top);
    this.height = last ? last.y + last.height - top : 0;
  }

  get count() {
    return this.rows.length;
  }

  /** Returns copies of the rows, placed at `y` in the table. */
  at(y: number): BoxFragment[] {
    return this.rows.map((row, index) => ({ ...row, y: y + this.places[index]!, out: true }));
  }
}

/** Distributes a table to pages. `top` is the vertical position of the table in the document. */
export function placeTable(table: BoxFragment, top: number, pages: Pages): void {
  new TableBreaker(table, top, pages).run();
}

class TableBreaker {
  private readonly pageHeight: number;
  private readonly head: Repeated;
  private readonly foot: Repeated;
  /** `repeatsHead` and `repeatsFoot` are true if the header or footer is short enough to be repeated on each page. */
  private readonly repeatsHead: boolean;
  private readonly repeatsFoot: boolean;
  /** Heights that the repeated rows take at the top and at the end of a page, including the gap. */
  private readonly above: number;
  private readonly below: number;
  /** Pages without the space for repeated rows. `bodyPages` are for rows of the body, `footPages` for the footer. */
  private readonly bodyPages: Pages;
  private readonly footPages: Pages;
  /** Distance between two rows, and between the last row of a page and the footer. */
  private readonly gap: number;
  private readonly result: Fragment[] = [];
  /** Distance by which the rows so far were moved down. */
  private shift = 0;
  private before: RowFragment | null = null;

  constructor(
    private readonly table: BoxFragment,
    private readonly top: number,
    private readonly pages: Pages,
  ) {
    const rows = table.children.filter(isRow);
    const heads = rows.filter(({ head }) => head);
    // Left and right pages can have two heights.
    this.pageHeight = Math.min(nextHeight(top, pages), pages.height(pages.at(top) + 2));
    this.head = new Repeated(heads);
    this.foot = new Repeated(rows.filter(({ foot }) => foot));
    const afterHead = rows[heads.length]?.y ?? 0;
    this.gap = heads.length > 0 ? Math.max(0, afterHead - heads[0]!.y - this.head.height) : 0;
    this.repeatsHead = this.head.count > 0 && this.head.height + this.gap < this.pageHeight / 3;
    this.repeatsFoot = this.foot.count > 0 && this.foot.height + this.gap < this.pageHeight / 4;
    this.above = this.repeatsHead ? this.head.height + this.gap : 0;
    this.below = this.repeatsFoot ? this.foot.height + this.gap : 0;
    this.bodyPages = narrowed(pages, this.above, this.below);
    this.footPages = narrowed(pages, this.above, 0);
  }

  run() {
    const { children } = this.table;
    for (let at = 0; at < children.length;) {
      const child = children[at]!;
      if (!isRow(child)) {
        this.placeOther(child);
        at += 1;
        continue;
      }
      const rows = groupAt(children, at);
      at += rows.length;
      this.placeGroup(rows);
    }
    this.table.children = this.result;
    this.table.height += this.shift;
  }

  /** Places a child that is not a row, for example a caption. */
  private placeOther(child: Fragment) {
    const moved = child.kind === "box" ? push(child, this.top + child.y + this.shift, this.pages) : 0;
    child.y += this.shift + moved;
    this.shift += moved;
    this.result.push(child);
  }

  /** Returns the pages on which a row is placed. */
  private pagesFor({ head, foot }: RowFragment): Pages {
    return head ? this.pages : foot ? this.footPages : this.bodyPages;
  }

  /**
   * Places rows that a cell spans. The rows stay together unless they are higher than a page. Moves the rows to the next page if
   * they do not fit on the current page.
   */
  private placeGroup(rows: RowFragment[]) {
    const [first, last] = [rows[0]!, rows.at(-1)!];
    const pages = this.pagesFor(first);
    const height = last.y + last.height - first.y;
    const y = this.top + first.y + this.shift;
    const onTop = y - pageTop(y, pages) <= SLACK;
    const over = y + height > pageEnd(y, pages) + SLACK;
    // Rows are not split if they are less high than a third of a page, or if their style forbids a break. Other rows can be
    // split like other content.
    const isLow = height <= nextHeight(y, pages);
    const whole =
      isLow && (height < this.pageHeight / 3 || rows.some(({ style }) => style.breakInside === "avoid"));
    const moves =
      over && !onTop && (whole || rows.some((row) => push(row, this.top + row.y + this.shift, pages) > 0));
    if (rows.length > 1 && over && !(isLow && moves)) return this.placeEach(rows, pages);
    if (moves || (!onTop && this.isForced(first))) this.beginPage(first, y, pages);
    this.add(rows, whole, pages);
    this.before = last;
  }

  /** Places each row on its own. The cells that span the rows grow by the distances by which the rows move. */
  private placeEach(rows: readonly RowFragment[], pages: Pages) {
    const ends = rows.map((row) => row.y + row.height);
    const spanning = rows.flatMap((row) => {
      const { children, y } = row;
      const isSpanning = (cell: Fragment) => cell.y + cell.height > row.height + SLACK;
      const cells = children.filter((cell) => cell.kind === "box" && isSpanning(cell)) as BoxFragment[];
      if (cells.length > 0) row.children = children.filter((cell) => !isSpanning(cell));
      return cells.map((cell) => {
        const end = y + cell.y + cell.height;
        return { row, children, cell, last: ends.findLastIndex((one) => one <= end + SLACK) };
      });
    });
    for (const [index, row] of rows.entries()) {
      this.placeGroup([row]);
      for (const { row: holder, children, cell, last } of spanning)
        if (last === index) {
          holder.children = children;
          this.stretch(cell, holder, row, pages);
        }
    }
  }

  /** Extends a cell in the row `holder` to the end of the row `last`. Moves this end down if the cell needs more pages. */
  private stretch(cell: BoxFragment, holder: RowFragment, last: RowFragment, pages: Pages) {
    const end = last.y + last.height;
    const top = holder.y + cell.y;
    breakFragment(cell, this.top + top, pages);
    cell.height = Math.max(cell.height, end - top);
    const growth = top + cell.height - end;
    for (const other of last.children)
      if (Math.abs(other.height - last.height) <= SLACK) other.height += growth;
    last.height += growth;
    this.shift += growth;
    this.repeatWithin([holder, last], pages.at(this.top + end - 1), this.result.length, pages);
  }

  /** Returns true if a style forces a page break before a row. */
  private isForced(row: RowFragment): boolean {
    return this.before !== null && (breaksBefore(row) || this.before.style.breakAfter === "page");
  }

  /**
   * Begins a new page before a row at position `y`. Adds the footer at the end of the current page and the header at the top of
   * the new page.
   */
  private beginPage(row: RowFragment, y: number, pages: Pages) {
    const { before } = this;
    if (this.repeatsFoot && !row.foot && before !== null && !before.head) {
      const end = before.y + before.height;
      // A cell that spans both rows reaches to the end of the page.
      const isSpanned = before.group === row.group;
      const bottom = isSpanned ? pageEnd(this.top + end - 1, pages) - this.top : end;
      this.result.push(...this.foot.at(bottom + this.gap));
    }
    const start = nextTop(y, this.pages);
    const withHead = this.repeatsHead && !row.head && before !== null;
    if (withHead) this.result.push(...this.head.at(start - this.top));
    this.shift += (withHead ? nextTop(y, pages) : start) - y;
  }

  private add(rows: readonly RowFragment[], whole: boolean, pages: Pages) {
    const placed = this.result.length;
    for (const row of rows) {
      row.y += this.shift;
      const { height } = row;
      if (!whole || forcesInside(row)) breakFragment(row, this.top + row.y, pages);
      this.shift += row.height - height;
      this.result.push(row);
    }
    this.repeatWithin(rows, pages.at(this.top + rows[0]!.y), placed, pages);
  }

  /**
   * Repeats header and footer on the pages after the page `from` on which rows continue. `placed` is the index of the repeated
   * header.
   */
  private repeatWithin(rows: readonly RowFragment[], from: number, placed: number, pages: Pages) {
    const [first, last] = [rows[0]!, rows.at(-1)!];
    const to = pages.at(this.top + last.y + last.height - 1);
    if (to > MOST_PAGES + 100) throw tooLong();
    const isOnePage = pages.at(this.top + first.y) >= to;
    // Repeated rows would hide a part of content that cannot be split, for example of a picture that is higher than a page.
    if (isOnePage || first.head || rows.some((row) => isCut(row, this.top, pages))) return;
    const heads: BoxFragment[] = [];
    for (let page = from; page < to; page++) {
      if (this.repeatsHead) heads.push(...this.head.at(this.pages.top(page + 1) - this.top));
      if (this.repeatsFoot && !first.foot)
        this.result.push(...this.foot.at(pages.end(page) + this.gap - this.top));
    }
    this.result.splice(placed, 0, ...heads);
    for (const row of rows) row.spared = { above: this.above, below: first.foot ? 0 : this.below };
  }
}

/** Returns true if content that cannot be split is not on one page. `top` is the vertical position of its parent. */
function isCut(fragment: BoxFragment, top: number, pages: Pages): boolean {
  const y = top + fragment.y;
  return fragment.children.some((child) => {
    if (child.kind === "box" && child.flow !== "whole" && child.box.kind !== "replaced")
      return isCut(child, y, pages);
    const start = y + child.y;
    return start < pageTop(start, pages) - SLACK || start + child.height > pageEnd(start, pages) + SLACK;
  });
}

/** Returns the rows that have the same group number as the row at index `at`. */
function groupAt(children: readonly Fragment[], at: number): RowFragment[] {
  const rows: RowFragment[] = [];
  for (let index = at; index < children.length; index++) {
    const child = children[index]!;
    if (!isRow(child) || (rows.length > 0 && child.group !== rows[0]!.group)) break;
    rows.push(child);
  }
  return rows;
}
