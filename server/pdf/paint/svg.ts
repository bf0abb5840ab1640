import * as P from "@react-pdf/renderer";
import type { Element } from "domhandler";
import { isText, type ParentNode } from "domhandler";
import { findAll, textContent } from "domutils";
import { createElement, type ElementType, type ReactElement, type ReactNode } from "react";
import { colour, black, type Colour } from "../css/colour";
import { readInline } from "../css/sheet";
import { familiesOf } from "./svg-fonts";
import { viewBoxOf, type Drawing } from "../pictures/picture";

/*
 * SVG drawings as react-pdf's own: shapes, groups, gradients, text. What names something outside is left out.
 */

const kinds: Record<string, ElementType> = {
  g: P.G,
  a: P.G,
  svg: P.G,
  path: P.Path,
  rect: P.Rect,
  circle: P.Circle,
  ellipse: P.Ellipse,
  line: P.Line,
  polyline: P.Polyline,
  polygon: P.Polygon,
  text: P.Text,
  tspan: P.Tspan,
  defs: P.Defs,
  clippath: P.ClipPath,
  lineargradient: P.LinearGradient,
  radialgradient: P.RadialGradient,
  stop: P.Stop,
};

const attributes: Record<string, string> = {
  fill: "fill",
  "fill-opacity": "fillOpacity",
  "fill-rule": "fillRule",
  stroke: "stroke",
  "stroke-width": "strokeWidth",
  "stroke-opacity": "strokeOpacity",
  "stroke-linecap": "strokeLinecap",
  "stroke-linejoin": "strokeLinejoin",
  "stroke-dasharray": "strokeDasharray",
  opacity: "opacity",
  transform: "transform",
  "text-anchor": "textAnchor",
  "stop-color": "stopColor",
  "stop-opacity": "stopOpacity",
  "clip-path": "clipPath",
  "dominant-baseline": "dominantBaseline",
  gradienttransform: "gradientTransform",
  gradientunits: "gradientUnits",
};
const plain = [
  "d",
  "points",
  "x",
  "y",
  "x1",
  "y1",
  "x2",
  "y2",
  "cx",
  "cy",
  "r",
  "rx",
  "ry",
  "width",
  "height",
  "id",
  "offset",
  "fx",
  "fy",
];
const NUMBERS = new Set([
  "x",
  "y",
  "x1",
  "y1",
  "x2",
  "y2",
  "cx",
  "cy",
  "r",
  "rx",
  "ry",
  "width",
  "height",
  "fx",
  "fy",
]);
const PAINTS = new Set(["fill", "stroke", "stopColor"]);
const INHERITED = [
  "fill",
  "fillOpacity",
  "fillRule",
  "stroke",
  "strokeWidth",
  "strokeOpacity",
  "strokeLinecap",
  "strokeLinejoin",
  "strokeDasharray",
  "textAnchor",
  "fontSize",
  "color",
];

const MOST_NODES = 5_000;

type Props = Record<string, string | number>;

interface Walk {
  count: number;
  ids: ReadonlyMap<string, Element>;
  declared: Drawing["declared"];
  /** Of the drawing, in its own units. */
  size: [number, number];
}

/** A drawing as an element in its place, of a size in pixels; null where nothing of it can be drawn. */
export function svgElement(
  { svg, width, height, declared }: Drawing,
  style: object,
  key: number,
  { current, size }: { current: Colour; size: { width: number; height: number } },
): ReactElement | null {
  // Without units of its own an element counts pixels; a file is as large as it says, and stretched.
  const box = viewBoxOf(svg) ?? [
    0,
    0,
    ...(declared ? [size.width, size.height] : [width ?? 300, height ?? 150]),
  ];
  const walk: Walk = { count: 0, ids: idsIn(svg), declared, size: [box[2]!, box[3]!] };
  // A drawing that is a file of its own knows nothing of the colour around it.
  const own = propsOf(svg, declared ? { color: written(current) } : {}, walk);
  const inner = childrenOf(svg, own, walk, 0);
  if (inner.length === 0) return null;
  return createElement(
    P.Svg,
    {
      key,
      style,
      viewBox: box.join(" "),
      ...(svg.attribs["preserveaspectratio"] === "none" && { preserveAspectRatio: "none" }),
    } as never,
    ...inner,
  );
}

const idsOf = new WeakMap<ParentNode, ReadonlyMap<string, Element>>();

/** The elements that `use` can name: of all drawings in the document, because sprites are one and what shows them others. */
function idsIn(svg: Element): ReadonlyMap<string, Element> {
  let root: ParentNode = svg;
  while (root.parent) root = root.parent;
  let ids = idsOf.get(root);
  if (!ids) {
    const found = new Map<string, Element>();
    for (const drawing of findAll(({ name }) => name === "svg", [root]))
      for (const element of findAll(({ attribs }) => Boolean(attribs["id"]), [drawing]))
        if (!found.has(element.attribs["id"]!)) found.set(element.attribs["id"]!, element);
    idsOf.set(root, (ids = found));
  }
  return ids;
}

function childrenOf(element: Element, inherited: Props, walk: Walk, depth: number): ReactNode[] {
  if (depth > 40) return [];
  return element.children.flatMap((child, index): ReactNode[] => {
    if (isText(child))
      return /^(text|tspan)$/.test(element.name) && child.data.trim()
        ? [child.data.replace(/\s+/g, " ")]
        : [];
    return "attribs" in child ? one(child, inherited, walk, depth, index) : [];
  });
}

function one(element: Element, inherited: Props, walk: Walk, depth: number, key: number): ReactNode[] {
  if ((walk.count += 1) > MOST_NODES) return [];
  const name = element.name.toLowerCase();
  if (name === "use") return used(element, inherited, walk, depth, key);
  const kind = kinds[name];
  if (!kind) return [];
  const own = propsOf(element, inherited, walk);
  const passed = passedOn(own);
  if (own["display"] === "none") return [];
  const props: Record<string, unknown> = { ...own, key };
  if (name === "text" || name === "tspan") {
    const size = Number.parseFloat(String(own["fontSize"] ?? 16)) || 16;
    props["style"] = { fontSize: size, fontFamily: familiesOf(textContent(element), Boolean(own["bold"])) };
    props["x"] ??= 0;
    props["y"] ??= 0;
  }
  const children = childrenOf(element, passed, walk, depth + 1);
  return [createElement(kind, props, ...children)];
}

/** What the elements inside take over. */
const passedOn = (own: Props): Props =>
  Object.fromEntries(INHERITED.flatMap((property) => (property in own ? [[property, own[property]!]] : [])));

function used(element: Element, inherited: Props, walk: Walk, depth: number, key: number): ReactNode[] {
  const target = walk.ids.get((element.attribs["href"] ?? element.attribs["xlink:href"] ?? "").slice(1));
  if (!target || depth > 8) return [];
  const own = propsOf(element, inherited, walk);
  const passed = passedOn(own);
  const symbol = target.name === "symbol" || target.name === "svg";
  const inner = symbol
    ? childrenOf(target, passedOn(propsOf(target, passed, walk)), walk, depth + 1)
    : one(target, passed, walk, depth + 1, 0);
  const moved = `translate(${Number(own["x"]) || 0}, ${Number(own["y"]) || 0})`;
  const transform = [own["transform"], moved, symbol && fitting(target, own, walk)].filter(Boolean).join(" ");
  return [createElement(P.G, { key, transform } as never, ...inner)];
}

/** What brings a symbol's own units to the size that it is used in, whole and in the middle (SVG 2 §8.2). */
function fitting(symbol: Element, use: Props, { size }: Walk): string {
  const box = viewBoxOf(symbol);
  if (!box) return "";
  const [x, y, width, height] = box;
  const [across, down] = [Number(use["width"]) || size[0], Number(use["height"]) || size[1]];
  const scale = Math.min(across / width, down / height);
  const [left, top] = [(across - width * scale) / 2, (down - height * scale) / 2];
  return `translate(${left - x * scale}, ${top - y * scale}) scale(${scale})`;
}

function propsOf(element: Element, inherited: Props, { declared }: Walk): Props {
  const props: Props = { ...inherited };
  const set = (property: string, value: string) => {
    if (PAINTS.has(property)) {
      const found = paintOf(value, String(props["color"] ?? "#000000"));
      if (found !== null) props[property] = found;
    } else if (/url\(\s*["']?(?!#)/.test(value)) return;
    else props[property] = value;
  };
  const read = (name: string, value: string) => {
    const property = attributes[name];
    if (property) set(property, value.trim());
    else if (name === "font-size") props["fontSize"] = Number.parseFloat(value) || 16;
    else if (name === "font-weight") props["bold"] = /bold|[6-9]00/.test(value) ? 1 : 0;
    else if (name === "color")
      props["color"] = paintOf(value, String(inherited["color"] ?? "#000000")) ?? "#000000";
    else if (name === "display") props["display"] = value;
    else if (plain.includes(name))
      props[name] = NUMBERS.has(name) && !value.endsWith("%") ? Number.parseFloat(value) || 0 : value;
  };
  const styled: Iterable<[string, string]> = declared
    ? declared(element)
    : (element.attribs["style"] ? readInline(element.attribs["style"]) : []).map(
        ({ property, value }) => [property, value] as const,
      );
  const told = [
    ...Object.entries(element.attribs).map(([name, value]) => [name.toLowerCase(), value]),
    ...styled,
  ];
  // What is painted may be painted in its own colour.
  for (const [name = "", value = ""] of told) if (name === "color") read(name, value);
  for (const [name = "", value = ""] of told) if (name !== "color" && value !== "inherit") read(name, value);
  return props;
}

/** A colour as react-pdf reads it; `none` and gradients as they are. */
function paintOf(value: string, current: string): string | null {
  const text = value.trim();
  if (text === "none" || /^url\(["']?#/.test(text)) return text.replaceAll(/["']/g, "");
  if (/^currentcolor$/i.test(text)) return current;
  const found = colour(text, black);
  return found && written(found);
}

function written(found: Colour): string {
  const byte = (number: number) => Math.round(number).toString(16).padStart(2, "0");
  return `#${byte(found.red)}${byte(found.green)}${byte(found.blue)}${found.alpha < 1 ? byte(found.alpha * 255) : ""}`;
}
