/* The supported values of `display` and `white-space`, with tests for groups of these values. */

/** The supported values of `display` (CSS Display Level 3 §2). */
export type Display =
  | "none"
  | "contents"
  | "block"
  | "flow-root"
  | "list-item"
  | "flex"
  | "grid"
  | "table"
  | "inline"
  | "inline-block"
  | "inline-flex"
  | "inline-grid"
  | "inline-table"
  | "table-caption"
  | "table-cell"
  | "table-row"
  | "table-row-group"
  | "table-header-group"
  | "table-footer-group"
  | "table-column"
  | "table-column-group";

interface Kind {
  /** The value that is used instead if the box is floated, absolutely positioned, or a flex or grid item (CSS 2.2 §9.7). */
  blockified: Display;
  /** True if the box takes part in an inline formatting context. */
  isInlineLevel?: true;
  /**
   * True if the box establishes a formatting context. In this case, floats and margins of its children do not leave the box.
   */
  isRoot?: true;
}

const inTable: Kind = { blockified: "block" };

const kinds: Readonly<Record<Display, Kind>> = {
  none: { blockified: "none" },
  contents: { blockified: "contents" },
  block: { blockified: "block" },
  "flow-root": { blockified: "flow-root", isRoot: true },
  "list-item": { blockified: "list-item" },
  flex: { blockified: "flex", isRoot: true },
  grid: { blockified: "grid", isRoot: true },
  table: { blockified: "table", isRoot: true },
  inline: { blockified: "block", isInlineLevel: true },
  "inline-block": { blockified: "block", isInlineLevel: true, isRoot: true },
  "inline-flex": { blockified: "flex", isInlineLevel: true, isRoot: true },
  "inline-grid": { blockified: "grid", isInlineLevel: true, isRoot: true },
  "inline-table": { blockified: "table", isInlineLevel: true, isRoot: true },
  "table-caption": { blockified: "table-caption", isRoot: true },
  "table-cell": { blockified: "block", isRoot: true },
  "table-row": inTable,
  "table-row-group": inTable,
  "table-header-group": inTable,
  "table-footer-group": inTable,
  "table-column": inTable,
  "table-column-group": inTable,
};

/** Replacements for values of older browsers, and for `run-in`. Browsers treat `run-in` as `block`. */
const aliases: Readonly<Record<string, Display>> = {
  "-webkit-box": "flex",
  "-webkit-flex": "flex",
  "-ms-flexbox": "flex",
  "run-in": "block",
};

export const displays: ReadonlyMap<string, Display> = new Map([
  // The cast is needed because Object.keys returns strings. The strings are the keys of `kinds`, which has all values of
  // `Display`.
  ...(Object.keys(kinds) as Display[]).map((display) => [display, display] as const),
  ...Object.entries(aliases),
]);

export const blockified = (display: Display): Display => kinds[display].blockified;
export const isInlineLevel = (display: Display): boolean => kinds[display].isInlineLevel === true;
export const isRoot = (display: Display): boolean => kinds[display].isRoot === true;

export const isFlex = (display: Display) => display === "flex" || display === "inline-flex";
export const isGrid = (display: Display) => display === "grid" || display === "inline-grid";
export const isTable = (display: Display) => display === "table" || display === "inline-table";

/** Returns true for a group of table rows: `table-row-group`, `table-header-group` or `table-footer-group`. */
export const isRowGroup = (display: Display) =>
  display === "table-row-group" || display === "table-header-group" || display === "table-footer-group";

/** Returns true for a block-level box in normal flow whose content is also in normal flow. */
export const isFlowBlock = (display: Display) =>
  display === "block" || display === "list-item" || display === "flow-root";

/** The supported values of `white-space` (CSS Text Level 3 §3). */
export type WhiteSpace = "normal" | "nowrap" | "pre" | "pre-wrap" | "pre-line";

/** Returns true if sequences of spaces are not collapsed. */
export const keepsSpaces = (whiteSpace: WhiteSpace) => whiteSpace === "pre" || whiteSpace === "pre-wrap";
/** Returns true if a line feed in the text starts a new line. */
export const keepsLines = (whiteSpace: WhiteSpace) => whiteSpace !== "normal" && whiteSpace !== "nowrap";
/** Returns true if a line can break between words. */
export const wraps = (whiteSpace: WhiteSpace) => whiteSpace !== "nowrap" && whiteSpace !== "pre";
