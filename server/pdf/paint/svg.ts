import * as P from "@react-pdf/renderer";
import type { Element } from "domhandler";
import { isText } from "domhandler";
import { createElement, type ElementType, type ReactElement, type ReactNode } from "react";
import { colour, black } from "../css/colour";
import { readInline } from "../css/sheet";
import { elementChildren, viewBoxOf, type Drawing } from "../pictures/picture";

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
  ids: Map<string, Element>;
}

/** A drawing as an element in its place; null where nothing of it can be drawn. */
export function svgElement({ svg, width, height }: Drawing, style: object, key: number): ReactElement | null {
  const box = viewBoxOf(svg) ?? [0, 0, width ?? 300, height ?? 150];
  const walk: Walk = { count: 0, ids: new Map() };
  collect(svg, walk);
  const own = propsOf(svg, {});
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

function collect(element: Element, walk: Walk) {
  if (element.attribs["id"]) walk.ids.set(element.attribs["id"], element);
  for (const child of elementChildren(element)) collect(child, walk);
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
  const own = propsOf(element, inherited);
  const passed = Object.fromEntries(
    INHERITED.flatMap((property) => (property in own ? [[property, own[property]!]] : [])),
  );
  if (own["display"] === "none") return [];
  const props: Record<string, unknown> = { ...own, key };
  if (name === "text" || name === "tspan") {
    const size = Number.parseFloat(String(own["fontSize"] ?? 16)) || 16;
    props["style"] = { fontSize: size, fontFamily: own["bold"] ? "Helvetica-Bold" : "Helvetica" };
    props["x"] ??= 0;
    props["y"] ??= 0;
  }
  const children = childrenOf(element, passed, walk, depth + 1);
  return [createElement(kind, props, ...children)];
}

function used(element: Element, inherited: Props, walk: Walk, depth: number, key: number): ReactNode[] {
  const target = walk.ids.get((element.attribs["href"] ?? element.attribs["xlink:href"] ?? "").slice(1));
  if (!target || depth > 8) return [];
  const { x = "0", y = "0" } = element.attribs;
  const own = propsOf(element, inherited);
  const inner = one(target, own, walk, depth + 1, 0);
  const moved = `translate(${Number.parseFloat(x) || 0}, ${Number.parseFloat(y) || 0})`;
  return [
    createElement(P.G, { key, transform: `${own["transform"] ?? ""} ${moved}`.trim() } as never, ...inner),
  ];
}

function propsOf(element: Element, inherited: Props): Props {
  const props: Props = { ...inherited };
  const set = (property: string, value: string) => {
    if (PAINTS.has(property)) {
      const found = paintOf(value, String(inherited["color"] ?? "#000000"));
      if (found !== null) props[property] = found;
    } else if (/url\(\s*["']?(?!#)/.test(value)) return;
    else props[property] = value;
  };
  const read = (name: string, value: string) => {
    const property = attributes[name];
    if (property) set(property, value.trim());
    else if (name === "font-size") props["fontSize"] = Number.parseFloat(value) || 16;
    else if (name === "font-weight") props["bold"] = /bold|[6-9]00/.test(value) ? 1 : 0;
    else if (name === "color") props["color"] = paintOf(value, "#000000") ?? "#000000";
    else if (name === "display") props["display"] = value;
    else if (plain.includes(name))
      props[name] = NUMBERS.has(name) && !value.endsWith("%") ? Number.parseFloat(value) || 0 : value;
  };
  for (const [name, value] of Object.entries(element.attribs)) read(name.toLowerCase(), value);
  for (const { property, value } of element.attribs["style"] ? readInline(element.attribs["style"]) : [])
    read(property, value);
  return props;
}

/** A colour as react-pdf reads it; `none` and gradients as they are. */
function paintOf(value: string, current: string): string | null {
  const text = value.trim();
  if (text === "none" || /^url\(["']?#/.test(text)) return text.replaceAll(/["']/g, "");
  if (/^currentcolor$/i.test(text)) return current;
  const found = colour(text, black);
  if (!found) return null;
  const byte = (number: number) => Math.round(number).toString(16).padStart(2, "0");
  return `#${byte(found.red)}${byte(found.green)}${byte(found.blue)}${found.alpha < 1 ? byte(found.alpha * 255) : ""}`;
}
