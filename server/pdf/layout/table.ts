import { View } from "@react-pdf/renderer";
import { isText, type Element } from "domhandler";
import { createElement, type ReactElement } from "react";
import { contentOf, isElement, styled, type Build, type Frame } from "./build";
import type { Computed } from "./style";

/*
 * Tables: rows of cells that share the widths of their columns. Widths that are given are kept, the rest is shared out by
 * what the columns hold (CSS Tables, automatic layout, simplified). Rows do not split over pages.
 */

interface Cell {
  element: Element;
  style: Computed;
  inner: Frame;
  column: number;
  span: number;
}
interface Row {
  style: Computed;
  cells: Cell[];
}

const MOST_COLUMNS = 100;

/** The text that a cell must have room for, in characters: its longest word counts, and some of its length. */
function need(element: Element): number {
  const text = textIn(element);
  const longest = Math.max(0, ...text.split(/\s+/).map((word) => word.length));
  // Some more than its text, for its padding.
  return Math.max(6, longest + 3, Math.min(text.length, 60));
}

function textIn(element: Element): string {
  let text = "";
  for (const child of element.children) {
    if (isText(child)) text += child.data;
    else if (isElement(child)) text += ` ${textIn(child)} `;
  }
  return text.trim();
}

function rowsOf(parent: Element, frame: Frame, build: Build): Row[] {
  return parent.children.filter(isElement).flatMap((element) => {
    const { style, inner } = styled(element, frame, build);
    if (style.display === "none") return [];
    if (/^(thead|tbody|tfoot)$/.test(element.name)) return rowsOf(element, inner, build);
    if (element.name !== "tr") return [];
    let column = 0;
    const cells = element.children
      .filter(isElement)
      .filter(({ name }) => name === "td" || name === "th")
      .map((cell) => {
        const own = styled(cell, inner, build);
        const span = Math.min(
          MOST_COLUMNS,
          Math.max(1, Number.parseInt(cell.attribs["colspan"] ?? "1", 10) || 1),
        );
        column += span;
        return { element: cell, ...own, column: column - span, span };
      });
    return [{ style, cells }];
  });
}

/** Each column's share of the width, in percent. */
function shares(rows: Row[]): number[] {
  const count = Math.min(
    MOST_COLUMNS,
    Math.max(1, ...rows.map(({ cells }) => cells.reduce((sum, { span }) => sum + span, 0))),
  );
  const given = new Array<number | null>(count).fill(null);
  const needed = new Array<number>(count).fill(1);
  for (const { cells } of rows) {
    for (const { element, style, column, span } of cells) {
      if (span !== 1 || column >= count) continue;
      const { width } = style.box;
      if (typeof width === "string" && width.endsWith("%")) given[column] ??= Number.parseFloat(width);
      // A page is some 500 points wide; a table's points are taken as that part of it.
      else if (typeof width === "number") given[column] ??= Math.min(90, width / 5);
      needed[column] = Math.max(needed[column]!, need(element));
    }
  }
  const taken = given.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const open = needed.reduce((sum, width, index) => sum + (given[index] === null ? width : 0), 0);
  const left = Math.max(open === 0 ? 0 : 5, 100 - taken);
  const raw = needed.map((width, index) => given[index] ?? (width / open) * left);
  const total = raw.reduce((sum, width) => sum + width, 0);
  return raw.map((width) => (width / total) * 100);
}

export function tableOf(table: Element, frame: Frame, build: Build): ReactElement {
  const rows = rowsOf(table, frame, build);
  const columns = shares(rows);
  return createElement(
    View,
    {},
    ...rows.map(({ style, cells }, index) =>
      createElement(
        View,
        { key: index, wrap: false, style: { ...style.box, flexDirection: "row" } as never },
        ...cells.map(({ element, style: own, inner, column, span }) => {
          const width = columns.slice(column, column + span).reduce((sum, share) => sum + share, 0);
          const { width: _width, ...box } = own.box;
          return createElement(
            View,
            { key: column, style: { ...box, width: `${width}%` } as never },
            ...contentOf(element.children, inner, build),
          );
        }),
      ),
    ),
  );
}
