import type { BoxFragment, Fragment } from "../layout/fragment";
import { breaksBefore, forcesInside } from "./break-rules";
import { nextHeight, nextTop, pageTop, SLACK, type Pages } from "./page-tops";
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
  /** Distance between two rows, and between the last row of a page and the footer. */
  private readonly gap: number;
  private readonly result: Fragment[] = [];
  /** Distance by which the rows so far were moved down. */
  private shift = 0;
  private before: BoxFragment | null = null;

  constructor(
    private readonly table: BoxFragment,
    private readonly top: number,
    private readonly pages: Pages,
  ) {
    const rows = table.children.filter(isRow);
    const heads = rows.filter(({ head }) => head);
    this.pageHeight = nextHeight(top, pages);
    this.head = new Repeated(heads);
    this.foot = new Repeated(rows.filter(({ foot }) => foot));
    this.repeatsHead = this.head.count > 0 && this.head.height < this.pageHeight / 3;
    this.repeatsFoot = this.foot.count > 0 && this.foot.height < this.pageHeight / 4;
    const afterHead = rows[heads.length]?.y ?? 0;
    this.gap = heads.length > 0 ? Math.max(0, afterHead - heads[0]!.y - this.head.height) : 0;
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

  /**
   * Places rows that must stay together, because a cell spans them. Moves the rows to the next page if they do not fit on the
   * current page.
   */
  private placeGroup(rows: RowFragment[]) {
    const { pages } = this;
    const [first, last] = [rows[0]!, rows.at(-1)!];
    const height = last.y + last.height - first.y;
    const y = this.top + first.y + this.shift;
    const onTop = y - pageTop(y, pages) <= SLACK;
    const under = this.repeatsFoot && !first.foot ? this.foot.height + this.gap : 0;
    const over = y + height + under > nextTop(y, pages) + SLACK;
    const room =
      nextHeight(y, pages) - under - (this.repeatsHead && !first.head ? this.head.height + this.gap : 0);
    // Rows are not split if they are less high than a third of a page, or if their style forbids a break. Other rows can be
    // split like other content.
    const whole =
      height <= room &&
      (height < this.pageHeight / 3 || rows.some(({ style }) => style.breakInside === "avoid"));
    const moves =
      over && !onTop && (whole || rows.some((row) => push(row, this.top + row.y + this.shift, pages) > 0));
    if (moves || (!onTop && this.isForced(first))) this.beginPage(first, y, under > 0);
    this.add(rows, whole);
    this.before = last;
  }

  /** Returns true if a style forces a page break before a row. */
  private isForced(row: RowFragment): boolean {
    return this.before !== null && (breaksBefore(row) || this.before.style.breakAfter === "page");
  }

  /**
   * Begins a new page before a row at position `y`. Adds the footer at the end of the current page and the header at the top of
   * the new page.
   */
  private beginPage(row: RowFragment, y: number, withFoot: boolean) {
    const { before, gap } = this;
    const start = nextTop(y, this.pages);
    if (withFoot && before !== null && !before.head)
      this.result.push(...this.foot.at(before.y + before.height + gap));
    const withHead = this.repeatsHead && !row.head && before !== null;
    if (withHead) this.result.push(...this.head.at(start - this.top));
    this.shift += start + (withHead ? this.head.height + gap : 0) - y;
  }

  private add(rows: readonly RowFragment[], whole: boolean) {
    for (const row of rows) {
      row.y += this.shift;
      const { height } = row;
      if (!whole || forcesInside(row)) breakFragment(row, this.top + row.y, this.pages);
      this.shift += row.height - height;
      this.result.push(row);
    }
  }
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
