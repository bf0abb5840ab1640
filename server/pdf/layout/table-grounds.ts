import { eachSide } from "../css/values";
import type { Style } from "../css/style";
import { hasGround, type Cell, type Model, type Row } from "./table-model";

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
