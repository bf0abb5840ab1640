import type { Area, GridLine } from "../css/grid-template";
import type { Style } from "../css/style";
import { TemplateError, pdfRefusals } from "../errors";
import type { Layable } from "./block";

/*
 * Placement of grid items (CSS Grid Layout Level 2 §8).
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

/** The cells of an item on one axis. `from` is the first cell, or null for automatic placement. */
interface Span {
  from: number | null;
  size: number;
}

function spanOf([start, end]: readonly [GridLine, GridLine], count: number): Span {
  const cell = ({ number }: GridLine) =>
    number === null ? null : number < 0 ? count + 1 + number : number - 1;
  const [first, last] = [cell(start), cell(end)];
  if (first !== null && last !== null)
    return { from: Math.max(0, Math.min(first, last)), size: Math.max(1, Math.abs(last - first)) };
  if (first !== null) return { from: Math.max(0, first), size: end.span || 1 };
  if (last !== null) return { from: Math.max(0, last - (start.span || 1)), size: start.span || 1 };
  return { from: null, size: start.span || end.span || 1 };
}

/** The occupied cells of a grid and the items in these cells. */
class Cells {
  readonly placed: Placed[] = [];
  private readonly taken = new Set<string>();

  isFree(row: number, column: number, rows: number, columns: number): boolean {
    for (let r = row; r < row + rows; r++)
      for (let c = column; c < column + columns; c++) if (this.taken.has(`${r} ${c}`)) return false;
    return true;
  }

  put(box: Layable, { row, column, rows, columns }: Area): void {
    if (this.taken.size + rows * columns > MOST_CELLS) throw new TemplateError(pdfRefusals.too_many_cells());
    this.placed.push({ box, row, column, rows, columns });
    for (let r = row; r < row + rows; r++)
      for (let c = column; c < column + columns; c++) this.taken.add(`${r} ${c}`);
  }
}

interface Unplaced {
  box: Layable;
  across: Span;
  down: Span;
}

/** Places the items without a fixed position, in their order (§8.5). */
function placeAutomatically(cells: Cells, items: readonly Unplaced[], byColumn: boolean, count: number) {
  let [row, column] = [0, 0];
  for (const { box, across, down } of items) {
    const columns = Math.min(across.size, byColumn ? MOST : count);
    const rows = Math.min(down.size, MOST);
    if (byColumn) {
      cells.put(box, { row: 0, column, rows, columns });
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
      if (cells.isFree(row, column, rows, columns) || row > 100_000) break;
      if (across.from === null) column += 1;
      else row += 1;
    }
    cells.put(box, { row, column, rows, columns });
    column += columns;
  }
}

/** Places all items of a grid. `explicit` is the number of columns in `grid-template-columns`. */
export function placeItems(
  boxes: Layable[],
  style: Style,
  explicit: number,
): { placed: Placed[]; columns: number; rows: number } {
  const areas = style.gridAreas;
  const ofAreas = [...areas.values()].map(({ column, columns }) => column + columns);
  let count = Math.max(explicit, ...ofAreas);
  const cells = new Cells();
  const open: Unplaced[] = [];
  for (const box of boxes) {
    const { gridRow, gridColumn } = box.style;
    const area = areas.get(gridRow[0].name) ?? areas.get(gridColumn[0].name);
    if (area) {
      cells.put(box, area);
      continue;
    }
    const across = spanOf(gridColumn, count);
    const down = spanOf(gridRow, 1);
    const columns = Math.min(across.size, MOST);
    if (across.from !== null) count = Math.min(MOST, Math.max(count, across.from + columns));
    if (across.from !== null && down.from !== null)
      cells.put(box, {
        row: Math.min(down.from, MOST),
        column: Math.min(across.from, MOST),
        rows: Math.min(down.size, MOST),
        columns,
      });
    else open.push({ box, across: { ...across, size: columns }, down });
  }
  placeAutomatically(cells, open, style.gridAutoFlow === "column", count);
  const { placed } = cells;
  const columns = Math.max(count, ...placed.map((item) => item.column + item.columns));
  const rows = Math.max(0, ...placed.map((item) => item.row + item.rows));
  // Painting and page breaking need the items sorted by row, and then by column.
  placed.sort((one, other) => one.row - other.row || one.column - other.column);
  return { placed, columns, rows };
}
