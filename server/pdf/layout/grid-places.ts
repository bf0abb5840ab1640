import type { Style } from "../css/style";
import { TemplateError } from "../errors";
import type { Layable } from "./block";

/*
 * Which cells of a grid an item takes (CSS Grid Layout Level 2 §8).
 */

export interface Placed {
  box: Layable;
  column: number;
  row: number;
  columns: number;
  rows: number;
}

const MOST = 1_000;
const MOST_CELLS = 500_000;

interface Area {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

function areasOf(text: string): Map<string, Area> {
  const areas = new Map<string, Area>();
  const rows = [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) =>
    (one ?? other ?? "").trim().split(/\s+/),
  );
  for (const [row, names] of rows.entries())
    for (const [column, name] of names.entries()) {
      if (/^\.+$/.test(name)) continue;
      const area = areas.get(name);
      if (!area) areas.set(name, { row, column, rows: 1, columns: 1 });
      else {
        area.rows = row - area.row + 1;
        area.columns = column - area.column + 1;
      }
    }
  return areas;
}

/** A first cell, where it is said, and how many there are. */
function span([start, end]: readonly [string, string], count: number): { from: number | null; size: number } {
  const line = (text: string) =>
    /^-?\d{1,4}$/.test(text) ? (Number(text) < 0 ? count + 1 + Number(text) : Number(text) - 1) : null;
  const size = (text: string) => Number(/^span\s+(\d{1,3})$/.exec(text)?.[1] ?? 0);
  const [first, last] = [line(start), line(end)];
  if (first !== null && last !== null)
    return { from: Math.max(0, Math.min(first, last)), size: Math.max(1, Math.abs(last - first)) };
  if (first !== null) return { from: Math.max(0, first), size: size(end) || 1 };
  if (last !== null) return { from: Math.max(0, last - (size(start) || 1)), size: size(start) || 1 };
  return { from: null, size: size(start) || size(end) || 1 };
}

export function arranged(
  boxes: Layable[],
  style: Style,
  explicit: number,
): { placed: Placed[]; columns: number; rows: number } {
  const areas = areasOf(style.gridAreas);
  const byColumn = style.gridAutoFlow.includes("column");
  let count = Math.max(explicit, ...[...areas.values()].map(({ column, columns }) => column + columns));
  const taken = new Set<string>();
  const placed: Placed[] = [];
  const free = (row: number, column: number, rows: number, columns: number) => {
    for (let r = row; r < row + rows; r++)
      for (let c = column; c < column + columns; c++) if (taken.has(`${r} ${c}`)) return false;
    return true;
  };
  const put = (box: Layable, row: number, column: number, rows: number, columns: number) => {
    if (taken.size + rows * columns > MOST_CELLS) throw new TemplateError("A grid has too many cells.");
    placed.push({ box, row, column, rows, columns });
    for (let r = row; r < row + rows; r++)
      for (let c = column; c < column + columns; c++) taken.add(`${r} ${c}`);
  };
  const open: { box: Layable; across: ReturnType<typeof span>; down: ReturnType<typeof span> }[] = [];
  for (const box of boxes) {
    const area = areas.get(box.style.gridRow[0]) ?? areas.get(box.style.gridColumn[0]);
    if (area) {
      put(box, area.row, area.column, area.rows, area.columns);
      continue;
    }
    const across = span(box.style.gridColumn, count);
    const down = span(box.style.gridRow, 1);
    const columns = Math.min(across.size, MOST);
    if (across.from !== null) count = Math.min(MOST, Math.max(count, across.from + columns));
    if (across.from !== null && down.from !== null)
      put(box, Math.min(down.from, MOST), Math.min(across.from, MOST), Math.min(down.size, MOST), columns);
    else open.push({ box, across: { ...across, size: columns }, down });
  }
  let [row, column] = [0, 0];
  for (const { box, across, down } of open) {
    const columns = Math.min(across.size, byColumn ? MOST : count);
    const rows = Math.min(down.size, MOST);
    if (byColumn) {
      put(box, 0, count > 1 ? column : column, rows, columns);
      column += columns;
      continue;
    }
    if (across.from !== null && across.from < column) row += 1;
    if (across.from !== null) column = across.from;
    if (down.from !== null) row = down.from;
    for (;;) {
      if (column + columns > count) {
        row += 1;
        column = across.from ?? 0;
      }
      if (free(row, column, rows, columns) || row > 100_000) break;
      if (across.from === null) column += 1;
      else row += 1;
    }
    put(box, row, column, rows, columns);
    column += columns;
  }
  const columns = Math.max(count, ...placed.map((item) => item.column + item.columns));
  const rows = Math.max(0, ...placed.map((item) => item.row + item.rows));
  // In the order in which they are read.
  placed.sort((one, other) => one.row - other.row || one.column - other.column);
  return { placed, columns, rows };
}
