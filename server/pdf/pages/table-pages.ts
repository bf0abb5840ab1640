import type { BoxFragment, Fragment } from "../layout/fragment";
import { breaksBefore, forcesInside } from "./break-rules";
import { nextHeight, nextTop, pageTop, SLACK, type Pages } from "./page-tops";
import { breakFragment, push } from "./paginate";

/*
 * Tables over many pages: rows are not split, and head and foot stand on each page again.
 */

type RowFragment = BoxFragment & { group: number };

const isRow = (child: Fragment): child is RowFragment => child.kind === "box" && child.group !== undefined;

export function placeTable(table: BoxFragment, top: number, pages: Pages): void {
  const children = table.children;
  const pageHeight = nextHeight(top, pages);
  const head = children.filter(isRow).filter(({ head: isHead }) => isHead);
  const headTop = head[0]?.y ?? 0;
  const headPlaces = head.map(({ y }) => y - headTop);
  const headHeight = head.length > 0 ? head.at(-1)!.y + head.at(-1)!.height - headTop : 0;
  const repeats = head.length > 0 && headHeight < pageHeight / 3;
  // What is between two rows, and under the last line.
  const gap =
    head.length > 0 ? Math.max(0, (children.filter(isRow)[head.length]?.y ?? 0) - headTop - headHeight) : 0;
  const foot = children.filter(isRow).filter(({ foot: isFoot }) => isFoot);
  const footTop = foot[0]?.y ?? 0;
  const footPlaces = foot.map(({ y }) => y - footTop);
  const footHeight = foot.length > 0 ? foot.at(-1)!.y + foot.at(-1)!.height - footTop : 0;
  const closes = foot.length > 0 && footHeight < pageHeight / 4;
  const result: Fragment[] = [];
  let shift = 0;
  let before: BoxFragment | null = null;
  for (let at = 0; at < children.length;) {
    const child = children[at]!;
    if (!isRow(child)) {
      const moved = child.kind === "box" ? push(child, top + child.y + shift, pages) : 0;
      child.y += shift + moved;
      shift += moved;
      result.push(child);
      at += 1;
      continue;
    }
    let to = at + 1;
    while (
      to < children.length &&
      (children[to] as BoxFragment).group === child.group &&
      isRow(children[to]!)
    )
      to += 1;
    const rows = children.slice(at, to) as BoxFragment[];
    at = to;
    const height = rows.at(-1)!.y + rows.at(-1)!.height - child.y;
    let y = top + child.y + shift;
    const onTop = y - pageTop(y, pages) <= SLACK;
    const forced = before !== null && (breaksBefore(child) || before.style.breakAfter === "page") && !onTop;
    const under = closes && !child.foot ? footHeight + gap : 0;
    const over = y + height + under > nextTop(y, pages) + SLACK;
    const room = nextHeight(y, pages) - under - (repeats && !child.head ? headHeight + gap : 0);
    // Rows stay whole; one that is much of a page is a page's layout, and is broken like one.
    const whole =
      height <= room && (height < pageHeight / 3 || rows.some(({ style }) => style.breakInside === "avoid"));
    const moves = over && !onTop && (whole || rows.some((row) => push(row, top + row.y + shift, pages) > 0));
    if (forced || moves) {
      const start = nextTop(y, pages);
      if (under > 0 && before !== null && !before.head)
        for (const [index, row] of foot.entries())
          result.push({ ...row, y: before.y + before.height + gap + footPlaces[index]!, out: true });
      const again = repeats && !child.head && before !== null;
      if (again)
        for (const [index, row] of head.entries())
          result.push({ ...row, y: start - top + headPlaces[index]!, out: true });
      const moved = start + (again ? headHeight + gap : 0) - y;
      shift += moved;
      y += moved;
    }
    for (const row of rows) {
      row.y += shift;
      const own = row.height;
      if (!whole || forcesInside(row)) breakFragment(row, top + row.y, pages);
      shift += row.height - own;
      result.push(row);
    }
    before = rows.at(-1)!;
  }
  table.children = result;
  table.height += shift;
}
