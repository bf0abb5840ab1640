import type { BlockBox } from "../boxes/box";
import { eachSide } from "../css/values";
import type { Edge } from "../css/box-properties";
import type { Style } from "../css/style";
import { type Cell, type Model, hasGround, type Row } from "./table-model";

/*
 * Collapsed borders. Two borders meet at the edge between two cells, and only one of them is drawn (CSS Tables Level 3 §11.5).
 */

const ORDER: Edge["style"][] = ["none", "dotted", "dashed", "solid", "double"];

/** Returns the one of two adjoining borders that is drawn. If both borders have the same width and style, returns `one`. */
function stronger(one: Edge, other: Edge): Edge {
  if (one.style === "hidden" || other.style === "hidden") return { ...one, style: "hidden", width: 0 };
  if (one.width !== other.width) return one.width > other.width ? one : other;
  return ORDER.indexOf(other.style) > ORDER.indexOf(one.style) ? other : one;
}

const nothing: Edge = { width: 0, style: "none", color: { red: 0, green: 0, blue: 0, alpha: 0 } };

const halves = new WeakMap<Style, Map<string, Style>>();

/** Returns the style of a cell with half of the width of each collapsed border. Equal cells share one style object. */
function halved(style: Style, edges: Style["border"]): Style {
  const key = edges.map(({ width }) => width).join(" ");
  let known = halves.get(style);
  if (!known) halves.set(style, (known = new Map<string, Style>()));
  let found = known.get(key);
  if (!found) {
    const border = eachSide(edges, (edge) => ({ ...edge, width: edge.width / 2 }));
    known.set(key, (found = { ...style, border }));
  }
  return found;
}

/** Resolves the collapsed borders of all cells. The box of each cell contains half of the width of each of its borders. */
export function collapse(model: Model, table: BlockBox): Model {
  const across = new Map<number, Edge>();
  const down = new Map<number, Edge>();
  const { columns, rows } = model;
  const key = (row: number, column: number) => row * (columns + 1) + column;
  const meet = (edges: Map<number, Edge>, at: number, edge: Edge) => {
    const before = edges.get(at);
    edges.set(at, before ? stronger(before, edge) : edge);
  };
  const around = (row: number, column: number, height: number, width: number, border: Style["border"]) => {
    for (let c = column; c < column + width; c++) {
      meet(across, key(row, c), border[0]);
      meet(across, key(row + height, c), border[2]);
    }
    for (let r = row; r < row + height; r++) {
      meet(down, key(r, column), border[3]);
      meet(down, key(r, column + width), border[1]);
    }
  };
  // The borders are added in order of precedence: cells, rows, row groups, columns, table.
  for (const row of rows)
    for (const cell of row.cells)
      around(cell.row, cell.column, cell.rows, cell.columns, cell.box.style.border);
  for (const [index, { box }] of rows.entries()) around(index, 0, 1, columns, box.style.border);
  for (let from = 0; from < rows.length;) {
    const { group } = rows[from]!;
    let to = from + 1;
    while (to < rows.length && rows[to]!.group === group) to += 1;
    if (group) around(from, 0, to - from, columns, group.style.border);
    from = to;
  }
  for (const [column, style] of model.columnStyles.entries())
    if (style && column < columns) around(0, column, rows.length, 1, style.border);
  around(0, 0, rows.length, columns, table.style.border);

  const strongest = (edges: Map<number, Edge>, keys: number[]) =>
    keys.reduce<Edge>((found, at) => stronger(found, edges.get(at) ?? nothing), nothing);
  const decided = (cell: Cell): Cell => {
    const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
    const columnsOf = range(cell.column, cell.columns);
    const rowsOf = range(cell.row, cell.rows);
    const edges = [
      strongest(
        across,
        columnsOf.map((c) => key(cell.row, c)),
      ),
      strongest(
        down,
        rowsOf.map((r) => key(r, cell.column + cell.columns)),
      ),
      strongest(
        across,
        columnsOf.map((c) => key(cell.row + cell.rows, c)),
      ),
      strongest(
        down,
        rowsOf.map((r) => key(r, cell.column)),
      ),
    ] as const;
    return { ...cell, edges, box: { ...cell.box, style: halved(cell.box.style, edges) } };
  };
  const half = (edges: Map<number, Edge>, keys: number[]) =>
    Math.max(0, ...keys.map((at) => (edges.get(at)?.width ?? 0) / 2));
  const everyColumn = Array.from({ length: columns }, (_, index) => index);
  const everyRow = rows.map((_row, index) => index);
  return {
    ...model,
    rows: rows.map((row) => ({ ...row, cells: row.cells.map(decided) })),
    outer: [
      half(
        across,
        everyColumn.map((c) => key(0, c)),
      ),
      half(
        down,
        everyRow.map((r) => key(r, columns)),
      ),
      half(
        across,
        everyColumn.map((c) => key(rows.length, c)),
      ),
      half(
        down,
        everyRow.map((r) => key(r, 0)),
      ),
    ],
  };
}

/*
 * Backgrounds of rows, row groups and columns behind cells (CSS 2.2 §17.5.1).
 */

const rowStyles = new WeakMap<Style, Style>();

/**
 * Returns the style of a row without borders. If the row has no background colour, the style has the background colour of the
 * row group.
 */
export function rowStyle({ box, group }: Row): Style {
  const bare = box.style.backgroundColor.alpha === 0 && group && group.style.backgroundColor.alpha > 0;
  if (!bare && box.style.border.every(({ width }) => width === 0)) return box.style;
  let found = rowStyles.get(box.style);
  if (!found) {
    const border = eachSide(box.style.border, (edge) => ({ ...edge, width: 0 }));
    found = { ...box.style, border, ...(bare && { backgroundColor: group.style.backgroundColor }) };
    rowStyles.set(box.style, found);
  }
  return found;
}

/** Cache by the styles of the column and of the cell. */
const cellStyles = new WeakMap<Style, WeakMap<Style, Style>>();

/**
 * Returns the style of a cell. If the cell, its row and its row group have no background, the style has the background of the
 * column.
 */
export function cellStyle({ box, column }: Cell, { box: row, group }: Row, { columnGrounds }: Model): Style {
  const ground = columnGrounds[column];
  if (!ground || [box, row, group].some((one) => one && hasGround(one.style))) return box.style;
  let known = cellStyles.get(ground);
  if (!known) cellStyles.set(ground, (known = new WeakMap<Style, Style>()));
  let found = known.get(box.style);
  if (!found) {
    const { backgroundColor, backgroundImage, backgroundRepeat, backgroundPosition, backgroundSize } = ground;
    found = {
      ...box.style,
      backgroundColor,
      backgroundImage,
      backgroundRepeat,
      backgroundPosition,
      backgroundSize,
    };
    known.set(box.style, found);
  }
  return found;
}
