import type { BlockBox } from "../boxes/box";
import { layoutBox, type Content } from "./block";
import { marginOf, sized, tooLong, type Layout } from "./context";
import { hasOffset, zero, type BoxFragment, type Fragment } from "./fragment";
import { columnWidths } from "./table-columns";
import { cellStyle, rowStyle } from "./table-borders";
import { modelOf, type Cell, type Model, type Row } from "./table-model";
import { passOn } from "./absolute";

/* Layout of tables. Each row is as high as its highest cell (CSS Tables Level 3 §5). */

/** Maximum number of rows of a table for which laid-out cells are cached. */
const LONG = 200;

interface Laid {
  cell: Cell;
  fragment: BoxFragment;
}

export function layoutTable(table: BlockBox, width: number, height: number | null, layout: Layout): Content {
  const model = modelOf(table);
  const widths = columnWidths(table, width, layout);
  const used = Math.max(
    width,
    sum(widths) + model.spacing[0] * (model.columns + 1) + model.outer[1] + model.outer[3],
  );
  const lefts = edges(widths, model.spacing[0], model.outer[3]);
  let least = 0;
  const laid = model.rows.map(({ cells }) => {
    const row = cells.map((cell) => cellOf(cell, widths, model, layout));
    least += Math.max(0, ...row.map(({ cell, fragment }) => (cell.rows === 1 ? fragment.height : 0)));
    if (least > layout.most) throw tooLong();
    return row;
  });
  const heights = rowHeights(model, laid, height);
  const rtl = table.style.direction === "rtl";
  const children: Fragment[] = [];
  let y = 0;
  const addCaptions = (below: boolean) => {
    for (const caption of model.captions.filter(({ style }) => style.captionBottom === below)) {
      const margin = marginOf(caption.style, used);
      const fragment = layoutBox(
        caption,
        { width: used, height: null, fixedWidth: used - margin[1] - margin[3] },
        layout,
      );
      y += margin[0];
      fragment.x = margin[3];
      fragment.y = y;
      y += fragment.height + margin[2];
      children.push(fragment);
    }
  };
  addCaptions(false);
  y += model.outer[0] + (model.rows.length > 0 ? model.spacing[1] : 0);
  const groups = grouped(model);
  for (const [index, row] of model.rows.entries()) {
    const own = heights[index]!;
    const baseline = Math.max(
      0,
      ...laid[index]!.map(({ cell, fragment }) => (isBaseline(cell) ? (fragment.baseline ?? 0) : 0)),
    );
    const cells = laid[index]!.map(({ cell, fragment }) => {
      const room = sum(heights.slice(index, index + cell.rows)) + model.spacing[1] * (cell.rows - 1);
      const placed = inRow(cell, withFinalHeight(cell, fragment, room, layout), room, baseline);
      placed.x = lefts[cell.column]! - lefts[0]!;
      if (rtl) placed.x = sum(widths) + model.spacing[0] * (model.columns - 1) - placed.x - placed.width;
      placed.y = 0;
      if (model.columnGrounds.length > 0) placed.style = cellStyle(cell, row, model);
      return placed;
    });
    children.push(
      rowFragment(
        row,
        cells,
        lefts[0]!,
        y,
        used - model.outer[1] - model.spacing[0] - lefts[0]!,
        own,
        groups[index]!,
      ),
    );
    y += own + model.spacing[1];
  }
  y += model.outer[2];
  addCaptions(true);
  return { children, height: y, width: used, flow: "table", absolutes: [] };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function edges(widths: number[], gap: number, before: number): number[] {
  let at = before + gap;
  return widths.map((width) => {
    const here = at;
    at += width + gap;
    return here;
  });
}

function cellOf(cell: Cell, widths: number[], model: Model, layout: Layout): Laid {
  const width =
    sum(widths.slice(cell.column, cell.column + cell.columns)) +
    model.spacing[0] * (Math.min(cell.columns, model.columns - cell.column) - 1);
  const fragment = layoutBox(cell.box, { width, height: null, fixedWidth: width }, layout);
  // After layout, the pieces of the cell's text are not needed any more. These pieces would take most of the memory of a long
  // table.
  layout.paragraphs.delete(cell.box);
  // The cells of a long table are laid out only once. A short table can be nested in another table, and is then laid out
  // several times with cached fragments.
  if (model.rows.length > LONG) layout.fragments.delete(cell.box);
  return { cell, fragment };
}

const isBaseline = ({ box: { style } }: Cell) =>
  style.verticalAlign !== "top" && style.verticalAlign !== "middle" && style.verticalAlign !== "bottom";

function rowHeights(model: Model, laid: Laid[][], height: number | null): number[] {
  const heights = model.rows.map(({ box }, index) => {
    let above = 0;
    let below = 0;
    let most = sized(box.style.height, null) ?? 0;
    for (const { cell, fragment } of laid[index]!) {
      if (cell.rows > 1) continue;
      if (isBaseline(cell) && fragment.baseline !== null) {
        above = Math.max(above, fragment.baseline);
        below = Math.max(below, fragment.height - fragment.baseline);
      } else most = Math.max(most, fragment.height);
    }
    return Math.max(most, above + below);
  });
  for (const [index, row] of laid.entries())
    for (const { cell, fragment } of row) {
      if (cell.rows === 1) continue;
      const over = heights.slice(index, index + cell.rows);
      const missing = fragment.height - sum(over) - model.spacing[1] * (cell.rows - 1);
      if (missing <= 0) continue;
      const total = sum(over);
      for (let r = index; r < index + cell.rows; r++)
        heights[r]! += total > 0 ? (missing * heights[r]!) / total : missing / cell.rows;
    }
  if (height !== null) {
    const free =
      height - sum(heights) - model.spacing[1] * (heights.length + 1) - model.outer[0] - model.outer[2];
    const total = sum(heights);
    if (free > 0 && heights.length > 0)
      return heights.map((own) => own + (total > 0 ? (free * own) / total : free / heights.length));
  }
  return heights;
}

const isPlaced = (child: Fragment) => child.kind === "box" && child.style.position === "absolute";

/** If a cell has absolutely positioned content, lays out the cell again with its final height. */
function withFinalHeight({ box }: Cell, fragment: BoxFragment, height: number, layout: Layout): BoxFragment {
  if (box.style.position === "static" || fragment.height === height || !fragment.children.some(isPlaced))
    return fragment;
  const { width } = fragment;
  return layoutBox(box, { width, height: null, fixedWidth: width, fixedHeight: height }, layout);
}

/** Returns the fragment of a cell with the height of its row. Aligns the content vertically. */
function inRow(cell: Cell, fragment: BoxFragment, room: number, baseline: number): BoxFragment {
  const free = room - fragment.height + (fragment.spare ?? 0);
  const align = cell.box.style.verticalAlign;
  const shift =
    align === "top"
      ? 0
      : align === "middle"
        ? free / 2
        : align === "bottom"
          ? free
          : Math.min(Math.max(0, free), baseline - (fragment.baseline ?? baseline));
  return {
    ...fragment,
    height: room,
    baseline: fragment.baseline === null ? null : fragment.baseline + shift,
    children:
      shift === 0
        ? fragment.children
        : fragment.children.map((child) =>
            child.kind === "box" && hasOffset(child) ? child : { ...child, y: child.y + shift },
          ),
    ...(fragment.waiting && { waiting: fragment.waiting.map((item) => ({ ...item, y: item.y + shift })) }),
    ...(cell.edges && { edges: cell.edges }),
  };
}

function rowFragment(
  row: Row,
  cells: BoxFragment[],
  x: number,
  y: number,
  width: number,
  height: number,
  group: number,
): BoxFragment {
  return {
    kind: "box",
    reach: undefined,
    forces: undefined,
    box: row.box,
    style: rowStyle(row),
    flow: "row",
    padding: zero,
    border: zero,
    x,
    y,
    width,
    height,
    children: cells,
    baseline: cells[0]?.baseline ?? null,
    lastBaseline: null,
    ...passOn(cells),
    group,
    ...(row.part === "head" && { head: true }),
    ...(row.part === "foot" && { foot: true }),
  };
}

/** Returns the group number of each row. Rows that a cell spans have the same number. */
function grouped({ rows }: Model): number[] {
  const numbers: number[] = [];
  let number = 0;
  let until = 0;
  for (const [index, { cells }] of rows.entries()) {
    if (index >= until) number += 1;
    for (const cell of cells) until = Math.max(until, index + cell.rows);
    numbers.push(number);
  }
  return numbers;
}
