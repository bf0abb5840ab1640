import type { BlockBox, Box } from "../boxes/box";
import type { Style } from "../css/style";
import { collapse } from "./table-borders";

/* The grid of a table. Each cell covers one or more slots of the grid (HTML, forming a table). */

export interface Cell {
  box: BlockBox;
  row: number;
  column: number;
  rows: number;
  columns: number;
  /** The collapsed borders of the cell. Null if borders are separate. */
  edges: Style["border"] | null;
}

export interface Row {
  box: BlockBox;
  group: BlockBox | null;
  part: "head" | "body" | "foot";
  cells: Cell[];
}

export interface Model {
  rows: Row[];
  columns: number;
  /** Styles of the columns, from `col` elements. */
  columnStyles: (Style | null)[];
  /**
   * For each column, the style that has the column's background: of the column or of its group. Null if neither has a
   * background.
   */
  columnGrounds: (Style | null)[];
  captions: BlockBox[];
  spacing: readonly [number, number];
  /** Half of the width of the outer collapsed borders, in the order top, right, bottom, left. */
  outer: readonly [number, number, number, number];
}

const MOST_COLUMNS = 1_000;
const MOST_ROWS = 65_534;

const models = new WeakMap<BlockBox, Model>();

export function modelOf(table: BlockBox): Model {
  let model = models.get(table);
  if (!model) models.set(table, (model = built(table)));
  return model;
}

/** Returns true for a style with a background. */
export const hasGround = ({ backgroundColor, backgroundImage }: Style) =>
  backgroundColor.alpha > 0 || backgroundImage !== "none";

const isBlock = (box: Box): box is BlockBox => box.kind === "block";

const attribute = ({ element }: BlockBox, name: string, most: number) => {
  const value = Number.parseInt(element?.attribs[name] ?? "", 10);
  return Number.isFinite(value) && value >= 0 ? Math.min(value, most) : 1;
};

function built(table: BlockBox): Model {
  const groups: Record<Row["part"], Row[][]> = { head: [], body: [], foot: [] };
  const columnStyles: (Style | null)[] = [];
  const columnGrounds: (Style | null)[] = [];
  const captions: BlockBox[] = [];
  const addColumn = (box: BlockBox, group: BlockBox | null = null) => {
    const ground = [box, group].find((one) => one && hasGround(one.style))?.style ?? null;
    for (let index = 0; index < Math.max(1, attribute(box, "span", 100)); index++) {
      columnStyles.push(box.style);
      columnGrounds.push(ground);
    }
  };
  let loose: Row[] | null = null;
  for (const child of table.children.filter(isBlock)) {
    switch (child.style.display) {
      case "table-caption":
        captions.push(child);
        break;
      case "table-column":
        addColumn(child);
        break;
      case "table-column-group": {
        const inner = child.children.filter(isBlock);
        if (inner.length === 0) addColumn(child);
        else for (const column of inner) addColumn(column, child);
        break;
      }
      case "table-row":
        if (!loose) groups.body.push((loose = []));
        loose.push({ box: child, group: null, part: "body", cells: [] });
        break;
      default: {
        loose = null;
        // Only the first header group moves to the top of the table, and only the first footer group moves to the bottom.
        const wanted =
          child.style.display === "table-header-group"
            ? "head"
            : child.style.display === "table-footer-group"
              ? "foot"
              : "body";
        const part = wanted !== "body" && groups[wanted].length > 0 ? "body" : wanted;
        groups[part].push(
          child.children.filter(isBlock).map((box) => ({ box, group: child, part, cells: [] })),
        );
      }
    }
  }
  const ordered = [...groups.head, ...groups.body, ...groups.foot];
  const rows: Row[] = [];
  let columns = columnStyles.length;
  for (const group of ordered) {
    columns = Math.max(columns, fill(group, rows.length));
    rows.push(...group);
  }
  const model: Model = {
    rows: rows.slice(0, MOST_ROWS),
    columns: Math.max(1, Math.min(columns, MOST_COLUMNS)),
    columnStyles,
    columnGrounds,
    captions,
    spacing: table.style.collapse ? [0, 0] : table.style.spacing,
    outer: [0, 0, 0, 0],
  };
  return table.style.collapse ? collapse(model, table) : model;
}

/** Assigns the cells of a row group to slots. Returns the number of columns. */
function fill(group: Row[], first: number): number {
  const taken = group.map(() => new Set<number>());
  let columns = 0;
  for (const [index, row] of group.entries()) {
    let column = 0;
    for (const box of row.box.children.filter(isBlock)) {
      while (taken[index]!.has(column)) column += 1;
      if (column >= MOST_COLUMNS) break;
      const spanned = Math.min(Math.max(1, attribute(box, "colspan", MOST_COLUMNS)), MOST_COLUMNS - column);
      const down = attribute(box, "rowspan", MOST_ROWS);
      const rows = Math.min(down === 0 ? group.length : down, group.length - index);
      row.cells.push({ box, row: first + index, column, rows, columns: spanned, edges: null });
      if (rows > 1)
        for (let r = index; r < index + rows; r++)
          for (let c = column; c < column + spanned; c++) taken[r]!.add(c);
      column += spanned;
      columns = Math.max(columns, column);
    }
  }
  return columns;
}
