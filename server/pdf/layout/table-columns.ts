import type { BlockBox } from "../boxes/box";
import { isPercent, type Length } from "../css/values";
import { borderOf, paddingOf, type Intrinsic, type Layout } from "./context";
import { intrinsic } from "./intrinsic";
import { modelOf, type Cell, type Model } from "./table-model";

/* Widths of table columns (CSS Tables Level 3 §4). */

interface Column {
  min: number;
  max: number;
  percent: number | null;
  /** True if the column has a specified width in pixels. */
  fixed: boolean;
}

const columnsOf = new WeakMap<BlockBox, Column[]>();

function edgesOf({ box }: Cell): number {
  const padding = paddingOf(box.style, 0);
  const border = borderOf(box.style);
  return padding[1] + padding[3] + border[1] + border[3];
}

/** Converts a specified width to pixels or to a percentage. `px` and `percent` are null for an auto width. */
function specifiedWidth(
  width: Length | "auto",
  edges: number,
): { px: number | null; percent: number | null } {
  if (width === "auto") return { px: null, percent: null };
  if (isPercent(width))
    return width.percent > 0 ? { px: null, percent: width.percent } : { px: width.px + edges, percent: null };
  return width === 0 ? { px: null, percent: null } : { px: width + edges, percent: null };
}

function measured(table: BlockBox, model: Model, layout: Layout): Column[] {
  const known = columnsOf.get(table);
  if (known) return known;
  const columns = Array.from({ length: model.columns }, (): Column => ({
    min: 0,
    max: 0,
    percent: null,
    fixed: false,
  }));
  for (const [index, style] of model.columnStyles.entries()) {
    const column = columns[index];
    if (column && style) give(column, specifiedWidth(style.width, 0));
  }
  const spanning: Cell[] = [];
  for (const { cells } of model.rows)
    for (const cell of cells) {
      if (cell.columns > 1) {
        spanning.push(cell);
        continue;
      }
      const column = columns[cell.column];
      if (!column) continue;
      const size = intrinsic(cell.box, layout);
      column.min = Math.max(column.min, size.min);
      const { style } = cell.box;
      const specified = specifiedWidth(style.width, style.borderBox ? 0 : edgesOf(cell));
      if (specified.px !== null) give(column, { px: Math.max(specified.px, size.min), percent: null });
      else {
        column.max = Math.max(column.max, column.fixed ? size.min : size.max);
        give(column, specified);
      }
    }
  for (const column of columns) column.max = Math.max(column.max, column.min);
  spanning.sort((one, other) => one.columns - other.columns);
  for (const cell of spanning) share(cell, columns, model, layout);
  columnsOf.set(table, columns);
  return columns;
}

function give(column: Column, { px, percent }: { px: number | null; percent: number | null }) {
  if (percent !== null) column.percent = Math.max(column.percent ?? 0, percent);
  if (px !== null) {
    // A specified width overrides the preferred widths of the cells in the column.
    column.max = column.fixed ? Math.max(column.max, px) : Math.max(px, column.min);
    column.fixed = true;
  }
}

/** Distributes the width of a spanning cell to its columns. */
function share(cell: Cell, columns: Column[], model: Model, layout: Layout) {
  const over = columns.slice(cell.column, cell.column + cell.columns);
  const gaps = model.spacing[0] * (over.length - 1);
  const size = intrinsic(cell.box, layout);
  const specified = specifiedWidth(cell.box.style.width, edgesOf(cell));
  const wanted = { min: size.min - gaps, max: Math.max(size.min, specified.px ?? size.max) - gaps };
  if (specified.percent !== null) {
    const open = over.filter(({ percent }) => percent === null);
    const left = specified.percent - over.reduce((sum, { percent }) => sum + (percent ?? 0), 0);
    const total = open.reduce((sum, { max }) => sum + max, 0);
    if (left > 0)
      for (const column of open)
        column.percent = total > 0 ? (left * column.max) / total : left / open.length;
  }
  for (const which of ["min", "max"] as const) {
    const missing = wanted[which] - over.reduce((sum, column) => sum + column[which], 0);
    if (missing <= 0) continue;
    const soft = over.filter(({ fixed, percent }) => !fixed && percent === null);
    const takers = soft.length > 0 ? soft : over;
    const total = takers.reduce((sum, { max }) => sum + max, 0);
    for (const column of takers)
      column[which] += total > 0 ? (missing * column.max) / total : missing / takers.length;
  }
  for (const column of over) column.max = Math.max(column.max, column.min);
}

/** Returns the width of a table without its columns, in pixels: border spacing and half of the outer collapsed borders. */
export const besides = ({ spacing, columns, outer }: Model) =>
  spacing[0] * (columns + 1) + outer[1] + outer[3];

/** Returns the intrinsic widths of the content box of a table. */
export function tableIntrinsic(table: BlockBox, layout: Layout): Intrinsic {
  const model = modelOf(table);
  const columns = measured(table, model, layout);
  const add = besides(model);
  const captions = model.captions.map((caption) => intrinsic(caption, layout).min);
  const min = columns.reduce((sum, column) => sum + column.min, 0);
  let max = columns.reduce((sum, column) => sum + column.max, 0);
  // The table is widened until the content of each column with a percentage fits.
  const parts = columns.reduce((sum, { percent }) => sum + (percent ?? 0), 0);
  for (const column of columns)
    if (column.percent) max = Math.max(max, (column.max * 100) / Math.max(1, column.percent));
  const rest = columns.reduce((sum, column) => sum + (column.percent === null ? column.max : 0), 0);
  if (parts > 0 && rest > 0) max = Math.max(max, parts >= 100 ? 100_000 : (rest * 100) / (100 - parts));
  return { min: Math.max(min + add, ...captions), max: Math.max(max + add, ...captions) };
}

/** Returns the width of each column. `width` is the content width of the table. */
export function columnWidths(table: BlockBox, width: number, layout: Layout): number[] {
  const model = modelOf(table);
  const room = Math.max(0, width - besides(model));
  const fixed = table.style.tableFixed && table.style.width !== "auto";
  return fixed ? inFixedLayout(model, room) : distributed(measured(table, model, layout), room);
}

function inFixedLayout(model: Model, room: number): number[] {
  const widths = new Array<number | null>(model.columns).fill(null);
  const put = (index: number, width: Length | "auto", edges: number, span = 1) => {
    const { px, percent } = specifiedWidth(width, edges);
    const size = px ?? (percent === null ? null : (percent * room) / 100);
    if (size !== null)
      for (let column = index; column < index + span; column++) widths[column] ??= size / span;
  };
  for (const [index, style] of model.columnStyles.entries())
    if (style && index < widths.length) put(index, style.width, 0);
  for (const cell of model.rows[0]?.cells ?? [])
    put(cell.column, cell.box.style.width, cell.box.style.borderBox ? 0 : edgesOf(cell), cell.columns);
  const taken = widths.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const open = widths.filter((width) => width === null).length;
  if (open > 0) return widths.map((width) => width ?? Math.max(0, room - taken) / open);
  return widths.map((width) => (taken > 0 ? ((width ?? 0) * room) / taken : room / widths.length));
}

/**
 * Distributes `room` to the columns, from their minimum to their maximum widths. Columns with percentages grow first, then
 * columns with widths in pixels, then other columns.
 */
function distributed(columns: Column[], room: number): number[] {
  const least = columns.map(({ min }) => min);
  const parts = columns.map(({ min, percent }) =>
    percent === null ? min : Math.max(min, (percent * room) / 100),
  );
  const given = columns.map((column, index) =>
    column.percent === null && column.fixed ? column.max : parts[index]!,
  );
  const most = columns.map((column, index) => (column.percent === null ? column.max : parts[index]!));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const between = (low: number[], high: number[]) => {
    const [from, to] = [sum(low), sum(high)];
    const share = to > from ? (room - from) / (to - from) : 0;
    return low.map((value, index) => value + (high[index]! - value) * share);
  };
  if (room <= sum(least)) return least;
  if (room <= sum(parts)) return between(least, parts);
  if (room <= sum(given)) return between(parts, given);
  if (room <= sum(most)) return between(given, most);
  const free = room - sum(most);
  const takers = (wanted: (column: Column) => boolean) =>
    columns.flatMap((column, index) => (wanted(column) ? [index] : []));
  const soft = takers(({ percent, fixed, max }) => percent === null && !fixed && max > 0);
  const chosen = soft.length > 0 ? soft : takers(({ percent, fixed }) => percent === null && fixed);
  const all = chosen.length > 0 ? chosen : takers(() => true);
  const total = sum(all.map((index) => most[index]!));
  return most.map((width, index) =>
    all.includes(index) ? width + free * (total > 0 ? width / total : 1 / all.length) : width,
  );
}
