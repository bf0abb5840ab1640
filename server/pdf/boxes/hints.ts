import type { Element } from "domhandler";
import { longhands } from "../css/shorthands";
import type { Declaration } from "../css/declarations";

/*
 * Attributes that old templates style with, as declarations that any style sheet wins over (HTML Living Standard,
 * Rendering).
 */

const none: Declaration[] = [];
const SIZED = new Set(["img", "table", "td", "th", "col", "svg", "hr", "tr", "colgroup"]);
const CELLS = new Set(["td", "th"]);

const fontSizes = ["", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];

const lengthOf = (text: string) => {
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*(%|px)?/.exec(text) ?? [];
  return number === undefined ? null : `${number}${unit === "%" ? "%" : "px"}`;
};

/** As wide as so many letters of a field's font (HTML Living Standard, Rendering, Text entry widgets). */
const fieldWidth = (letters: string) => `${Math.min(1_000, Number(letters)) * 0.6 + 0.825}em`;

/** Whether letters are written into an element, in one line; what has no type that is known is such a field. */
const isTextField = ({ name, attribs }: Element) =>
  name === "input" &&
  !/^(button|checkbox|color|date|datetime-local|file|hidden|image|month|number|radio|range|reset|submit|time|week)$/i.test(
    attribs["type"]?.trim() ?? "",
  );

const colourOf = (text: string) => (/^[0-9a-f]{6}$/i.test(text.trim()) ? `#${text.trim()}` : text.trim());

export function hintsOf(element: Element): Declaration[] {
  const { attribs, name } = element;
  const table = CELLS.has(name) ? tableOf(element) : undefined;
  let found: Declaration[] | null = null;
  const put = (property: string, value: string | null) => {
    if (value === null || value === "") return;
    found ??= [];
    for (const [longhand, part] of longhands(property, value))
      found.push({ property: longhand, value: part, important: false });
  };
  if (table) {
    const { cellpadding, border } = table.attribs;
    if (cellpadding !== undefined) put("padding", lengthOf(cellpadding));
    if (border !== undefined && border !== "0") put("border", "1px inset gray");
  }
  for (const key in attribs) {
    const value = attribs[key] ?? "";
    switch (key) {
      case "width":
      case "height":
        // Of a drawing any length (SVG 2 §7.2); elsewhere what is after the number counts for nothing.
        if (name === "svg" && /^\s*[\d.]+[a-z]+\s*$/i.test(value)) put(key, value.trim());
        else if (SIZED.has(name)) put(key, lengthOf(value));
        break;
      case "align":
        align(name, value.toLowerCase(), put);
        break;
      case "valign":
        put("vertical-align", value.toLowerCase());
        break;
      case "bgcolor":
        put("background-color", colourOf(value));
        break;
      case "nowrap":
        if (CELLS.has(name)) put("white-space", "nowrap");
        break;
      case "cellspacing":
        if (name === "table") put("border-spacing", lengthOf(value));
        break;
      case "border":
        if (name === "table" && value !== "0") put("border", `${lengthOf(value) ?? "1px"} outset gray`);
        break;
      case "clear":
        if (name === "br") put("clear", value.toLowerCase() === "all" ? "both" : value.toLowerCase());
        break;
      case "color":
        if (name === "font") put("color", colourOf(value));
        if (name === "hr") filled(colourOf(value), put);
        break;
      case "noshade":
        if (name === "hr" && !("color" in attribs)) filled("gray", put);
        break;
      case "face":
        if (name === "font") put("font-family", value);
        break;
      case "size":
        if (name === "hr") {
          // Its lines count.
          const size = Number.parseInt(value, 10) || 0;
          if (size === 1) put("border-bottom-width", "0");
          if (size > 1) put("height", `${size - 2}px`);
        }
        if (name === "font")
          put(
            "font-size",
            fontSizes[Math.max(1, Math.min(7, Number(value) + (/^\s*[+-]/.test(value) ? 3 : 0)))] ?? null,
          );
        else if (isTextField(element) && /^\d+$/.test(value)) put("width", fieldWidth(value));
        break;
      case "cols":
        if (name === "textarea" && /^\d+$/.test(value)) put("width", fieldWidth(value));
        break;
      case "rows":
        if (name === "textarea" && /^\d+$/.test(value)) put("min-height", `${Number(value) * 1.13}em`);
        break;
      case "text":
        if (name === "body") put("color", colourOf(value));
        break;
      case "type":
        if (name === "ul" || name === "li") {
          const lower = value.toLowerCase();
          if (/^(disc|circle|square|none)$/.test(lower)) put("list-style-type", lower);
        }
        if (name === "ol" || name === "li")
          put(
            "list-style-type",
            { a: "lower-alpha", A: "upper-alpha", i: "lower-roman", I: "upper-roman" }[value] ?? null,
          );
        break;
    }
  }
  return found ?? none;
}

/** A rule without carving. */
function filled(colour: string, put: (property: string, value: string | null) => void) {
  put("border-style", "solid");
  put("border-color", colour);
  put("background-color", colour);
}

function align(name: string, value: string, put: (property: string, value: string | null) => void) {
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
