import type { Element } from "domhandler";
import { longhands } from "../css/shorthands";
import type { Declaration } from "../css/declarations";

/*
 * Converts presentational attributes to declarations. Every rule of a style sheet of the document overrides such a declaration
 * (HTML Living Standard, Rendering).
 */

const none: Declaration[] = [];
const SIZED = new Set(["img", "table", "td", "th", "col", "svg", "hr", "tr", "colgroup"]);
const CELLS = new Set(["td", "th"]);

const fontSizes = ["", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];

const lengthOf = (text: string) => {
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*(%|px)?/.exec(text) ?? [];
  return number === undefined ? null : `${number}${unit === "%" ? "%" : "px"}`;
};

/** Returns the width of a text field for a number of characters (HTML Living Standard, Rendering, Text entry widgets). */
const fieldWidth = (letters: string) => `${Math.min(1_000, Number(letters)) * 0.6 + 0.825}em`;

/** Returns true for a text field with one line. An `input` of unknown type is a text field. */
const isTextField = ({ name, attribs }: Element) =>
  name === "input" &&
  !/^(button|checkbox|color|date|datetime-local|file|hidden|image|month|number|radio|range|reset|submit|time|week)$/i.test(
    attribs["type"]?.trim() ?? "",
  );

const colourOf = (text: string) => (/^[0-9a-f]{6}$/i.test(text.trim()) ? `#${text.trim()}` : text.trim());

type Put = (property: string, value: string | null) => void;

/** A function that converts one attribute to declarations. Calls `put` for each declaration. */
type Hint = (value: string, element: Element, put: Put) => void;

const size =
  (key: "width" | "height"): Hint =>
  (value, { name }, put) => {
    // The size of an svg element can have any unit (SVG 2 §7.2). For other elements, only the unit % counts, and other units
    // mean pixels.
    if (name === "svg" && /^\s*[\d.]+[a-z]+\s*$/i.test(value)) put(key, value.trim());
    else if (SIZED.has(name)) put(key, lengthOf(value));
  };

/** Restricts a hint to elements with this name. */
const only =
  (name: string, hint: Hint): Hint =>
  (value, element, put) => {
    if (element.name === name) hint(value, element, put);
  };

const markers: Readonly<Record<string, string>> = {
  a: "lower-alpha",
  A: "upper-alpha",
  i: "lower-roman",
  I: "upper-roman",
};

const listType: Hint = (value, { name }, put) => {
  const lower = value.toLowerCase();
  if ((name === "ul" || name === "li") && /^(disc|circle|square|none)$/.test(lower))
    put("list-style-type", lower);
  if (name === "ol" || name === "li") put("list-style-type", markers[value] ?? null);
};

const ruleSize: Hint = (value, _element, put) => {
  // The size of an hr element includes its two borders of 1px.
  const pixels = Number.parseInt(value, 10) || 0;
  if (pixels === 1) put("border-bottom-width", "0");
  if (pixels > 1) put("height", `${pixels - 2}px`);
};

const fontSize: Hint = (value, _element, put) => {
  const step = Number(value) + (/^\s*[+-]/.test(value) ? 3 : 0);
  put("font-size", fontSizes[Math.max(1, Math.min(7, step))] ?? null);
};

const fieldSize: Hint = (value, element, put) => {
  if (isTextField(element) && isCount(value)) put("width", fieldWidth(value));
};

const isCount = (value: string) => /^\d+$/.test(value);

/** Hints by attribute name (HTML Living Standard, Rendering §15.3). */
const hints: Readonly<Record<string, readonly Hint[]>> = {
  width: [size("width")],
  height: [size("height")],
  align: [(value, { name }, put) => align(name, value.toLowerCase(), put)],
  valign: [(value, _element, put) => put("vertical-align", value.toLowerCase())],
  bgcolor: [(value, _element, put) => put("background-color", colourOf(value))],
  nowrap: [
    (_value, { name }, put) => {
      if (CELLS.has(name)) put("white-space", "nowrap");
    },
  ],
  cellspacing: [only("table", (value, _element, put) => put("border-spacing", lengthOf(value)))],
  border: [
    only("table", (value, _element, put) => {
      if (value !== "0") put("border", `${lengthOf(value) ?? "1px"} outset gray`);
    }),
  ],
  clear: [
    only("br", (value, _element, put) => {
      const lower = value.toLowerCase();
      put("clear", lower === "all" ? "both" : lower);
    }),
  ],
  color: [
    only("font", (value, _element, put) => put("color", colourOf(value))),
    only("hr", (value, _element, put) => filled(colourOf(value), put)),
  ],
  noshade: [
    only("hr", (_value, { attribs }, put) => {
      if (!("color" in attribs)) filled("gray", put);
    }),
  ],
  face: [only("font", (value, _element, put) => put("font-family", value))],
  size: [only("hr", ruleSize), only("font", fontSize), fieldSize],
  cols: [
    only("textarea", (value, _element, put) => {
      if (isCount(value)) put("width", fieldWidth(value));
    }),
  ],
  rows: [
    only("textarea", (value, _element, put) => {
      if (isCount(value)) put("min-height", `${Number(value) * 1.13}em`);
    }),
  ],
  text: [only("body", (value, _element, put) => put("color", colourOf(value)))],
  type: [listType],
};

/** Returns the declarations that the presentational attributes of an element set. */
export function hintsOf(element: Element): Declaration[] {
  const { attribs, name } = element;
  let found: Declaration[] | null = null;
  const put: Put = (property, value) => {
    if (value === null || value === "") return;
    found ??= [];
    for (const [longhand, part] of longhands(property, value))
      found.push({ property: longhand, value: part, important: false });
  };
  if (CELLS.has(name)) cellHints(element, put);
  for (const key in attribs)
    if (Object.hasOwn(hints, key)) for (const hint of hints[key]!) hint(attribs[key] ?? "", element, put);
  return found ?? none;
}

/** Sets the padding and border of a table cell from the attributes of its table. */
function cellHints(cell: Element, put: Put) {
  const { cellpadding, border } = tableOf(cell)?.attribs ?? {};
  if (cellpadding !== undefined) put("padding", lengthOf(cellpadding));
  if (border !== undefined && border !== "0") put("border", "1px inset gray");
}

/** Fills an hr element with one colour and replaces its inset border by a solid border. */
function filled(colour: string, put: Put) {
  put("border-style", "solid");
  put("border-color", colour);
  put("background-color", colour);
}

function align(name: string, value: string, put: Put) {
  if (name === "table" || name === "img") {
    if (value === "left" || value === "right") put("float", value);
    if (value === "center") put("margin-inline", "auto");
  } else if (name === "hr") {
    if (value === "left") put("margin-left", "0");
    if (value === "right") put("margin-right", "0");
  } else if (/^(left|right|center|justify)$/.test(value))
    put("text-align", value === "justify" ? value : `-webkit-${value}`);
}

function tableOf(cell: Element): Element | undefined {
  let at: Element["parent"] = cell.parent;
  for (let depth = 0; at && depth < 4; depth++) {
    if ("name" in at && at.name === "table") return at;
    at = at.parent;
  }
  return undefined;
}
