import type { Element } from "domhandler";
import { colour, black, type Colour } from "../../css/colour";
import { readInline } from "../../css/declarations";
import { initial, setters, type Style } from "../../css/style";
import { length, resolve, standard } from "../../css/values";
import type { Drawing } from "../../pictures/picture";
import { bounded } from "./path";

/* Computes the style of SVG elements from attributes, style sheets and inheritance (SVG 2 §6.6). */

/** A colour, or a reference such as a gradient. Null for no paint. */
export type Paint = Colour | { id: string; otherwise: Colour | null } | null;

export interface SvgStyle {
  color: Colour;
  fill: Paint;
  stroke: Paint;
  fillOpacity: number;
  strokeOpacity: number;
  /** Product of the element's own opacity and the opacities of its ancestors. */
  opacity: number;
  evenOdd: boolean;
  clipEvenOdd: boolean;
  strokeWidth: number;
  cap: "butt" | "round" | "square";
  join: "miter" | "round" | "bevel";
  miterLimit: number;
  dashes: readonly number[];
  dashOffset: number;
  anchor: "start" | "middle" | "end";
  baseline: string;
  visible: boolean;
  /** References to marker elements in the form `url(#id)`. */
  markers: { start: string; mid: string; end: string };
  /** A CSS style whose font properties apply to the text of the element. */
  font: Style;
  /** Family names that @font-face rules of the document define. */
  faces: ReadonlySet<string>;
}

/** Attributes and declarations of an element by name. A declaration overrides an attribute. */
export type Properties = ReadonlyMap<string, string>;

export function propertiesOf(element: Element, declared: Drawing["declared"]): Properties {
  const properties = new Map<string, string>();
  for (const [name, value] of Object.entries(element.attribs))
    properties.set(name.toLowerCase(), value.trim());
  if (declared) for (const [property, value] of declared(element)) properties.set(property, value.trim());
  else if (element.attribs["style"])
    for (const { property, value } of readInline(element.attribs["style"]))
      properties.set(property, value.trim());
  return properties;
}

/** Converts a length to units of the drawing. Returns `otherwise` for an invalid length. */
export function lengthIn(
  text: string | undefined,
  { font }: Pick<SvgStyle, "font">,
  base: number,
  otherwise = 0,
): number {
  if (text === undefined) return otherwise;
  const plain = Number(text);
  if (text !== "" && Number.isFinite(plain)) return bounded(plain);
  const context = { ...standard, em: font.fontSize };
  const found = length(text, context) ?? length(/^[^\s,]+/.exec(text)?.[0] ?? "", context);
  if (found !== null) return bounded(resolve(found, base));
  const number = Number.parseFloat(text);
  return Number.isFinite(number) ? bounded(number) : otherwise;
}

function paintOf(text: string, current: Colour): Paint | undefined {
  if (/^none$/i.test(text)) return null;
  const [, id, rest = ""] = /^url\(\s*["']?#([^"')]+)(?:["']\s*)?\)(.*)$/i.exec(text) ?? [];
  if (id !== undefined) return { id: id.trim(), otherwise: colour(rest.trim(), current) };
  return colour(text, current) ?? undefined;
}

/** Converts a number or percentage to a fraction from 0 to 1. Returns null for other values. */
export function shareOf(text: string | undefined): number | null {
  const number = Number.parseFloat(text ?? "") / (text?.endsWith("%") ? 100 : 1);
  return Number.isFinite(number) ? Math.max(0, Math.min(1, number)) : null;
}

/** Returns the initial style of a drawing. An svg element of the document inherits the text style of the element around it. */
export const outermost = (around: Style | null, faces: ReadonlySet<string>): SvgStyle => ({
  color: around?.color ?? black,
  fill: black,
  stroke: null,
  fillOpacity: 1,
  strokeOpacity: 1,
  opacity: 1,
  evenOdd: false,
  clipEvenOdd: false,
  strokeWidth: 1,
  cap: "butt",
  join: "miter",
  miterLimit: 4,
  dashes: [],
  dashOffset: 0,
  anchor: "start",
  baseline: "auto",
  visible: true,
  markers: { start: "", mid: "", end: "" },
  font: around ?? initial,
  faces,
});

const isWide = (value: string) => /^(inherit|unset|revert)$/i.test(value);
const FONT = new Set(["font-family", "font-size", "font-weight", "font-style", "letter-spacing"]);

type Setter = (style: SvgStyle, value: string, size: Size) => void;
interface Size {
  width: number;
  height: number;
}

/**
 * Returns the length to which a percentage refers, if the percentage refers neither to the width nor to the height (SVG 2
 * §8.9).
 */
export const diagonal = ({ width, height }: Size) => Math.hypot(width, height) / Math.SQRT2;

const word =
  <K extends "cap" | "join" | "anchor">(key: K, known: readonly SvgStyle[K][]): Setter =>
  (style, value) => {
    const found = known.find((one) => one === value);
    if (found !== undefined) style[key] = found;
  };

const svgSetters: Record<string, Setter> = {
  fill: (style, value) => {
    const found = paintOf(value, style.color);
    if (found !== undefined) style.fill = found;
  },
  stroke: (style, value) => {
    const found = paintOf(value, style.color);
    if (found !== undefined) style.stroke = found;
  },
  "fill-opacity": (style, value) => (style.fillOpacity = shareOf(value) ?? 1),
  "stroke-opacity": (style, value) => (style.strokeOpacity = shareOf(value) ?? 1),
  opacity: (style, value) => (style.opacity *= shareOf(value) ?? 1),
  "fill-rule": (style, value) => (style.evenOdd = value === "evenodd"),
  "clip-rule": (style, value) => (style.clipEvenOdd = value === "evenodd"),
  "stroke-width": (style, value, size) =>
    (style.strokeWidth = Math.max(0, lengthIn(value, style, diagonal(size), style.strokeWidth))),
  "stroke-linecap": word("cap", ["butt", "round", "square"]),
  "stroke-linejoin": word("join", ["miter", "round", "bevel"]),
  "stroke-miterlimit": (style, value) => (style.miterLimit = Math.max(1, Number.parseFloat(value) || 4)),
  "stroke-dasharray": (style, value, size) => {
    const dashes = value
      .split(/[\s,]+/)
      .filter((one) => one !== "")
      .map((one) => lengthIn(one, style, diagonal(size), Number.NaN));
    const usable = dashes.every((dash) => dash >= 0) && dashes.some((dash) => dash > 0);
    style.dashes = usable ? dashes.slice(0, 100) : [];
  },
  "stroke-dashoffset": (style, value, size) => (style.dashOffset = lengthIn(value, style, diagonal(size))),
  "text-anchor": word("anchor", ["start", "middle", "end"]),
  "dominant-baseline": (style, value) => (style.baseline = value),
  "alignment-baseline": (style, value) => (style.baseline = value),
  marker: (style, value) => (style.markers = { start: value, mid: value, end: value }),
  "marker-start": (style, value) => (style.markers = { ...style.markers, start: value }),
  "marker-mid": (style, value) => (style.markers = { ...style.markers, mid: value }),
  "marker-end": (style, value) => (style.markers = { ...style.markers, end: value }),
  visibility: (style, value) => (style.visible = value === "visible"),
};

/** Computes the style of an element from its properties and the style of its parent. */
export function styled(properties: Properties, parent: SvgStyle, size: Size): SvgStyle {
  const style = { ...parent };
  const own = properties.get("color");
  if (own !== undefined && !isWide(own)) style.color = colour(own, parent.color) ?? parent.color;
  for (const [name, value] of properties) if (FONT.has(name)) setFont(style, name, value, parent);
  for (const [name, value] of properties)
    if (Object.hasOwn(svgSetters, name) && !isWide(value)) svgSetters[name]!(style, value, size);
  return style;
}

function setFont(style: SvgStyle, name: string, value: string, parent: SvgStyle) {
  if (style.font === parent.font) style.font = { ...parent.font };
  // In SVG attributes, a length can have no unit. Such a length is in pixels.
  const text = /^[\d.]+$/.test(value) && name !== "font-weight" ? `${value}px` : value;
  setters[name]?.(style.font, text, {
    parent: parent.font,
    faces: style.faces,
    length: { ...standard, em: name === "font-size" ? parent.font.fontSize : style.font.fontSize },
  });
}
