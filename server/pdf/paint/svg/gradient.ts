import { type Element, isTag } from "domhandler";
import { colour, black } from "../../css/colour";
import { scaledBy, type Shading, type Stop } from "../shading";
import { matrixOf, multiplied, type Matrix } from "./matrix";
import { hrefOf, type Named } from "./walk";
import type { Bounds } from "./path";
import { lengthIn, shareOf, propertiesOf, type SvgStyle, type Properties } from "./style";

/* Gradients that fill shapes or lines (SVG 2 §14.2). */

interface GradientFill {
  shading: Shading;
  /** Matrix that converts the units of the gradient to the units of the shape. */
  matrix: Matrix;
}

const isGradient = (element: Element | undefined): element is Element =>
  /^(linear|radial)gradient$/i.test(element?.name ?? "");

/**
 * Returns a gradient element and the gradient elements to which it refers by `href`. A gradient inherits missing attributes and
 * stops from these elements.
 */
function chain(id: string, { ids }: Named): Element[] {
  const found: Element[] = [];
  let next = ids.get(id);
  while (isGradient(next) && found.length < 8) {
    found.push(next);
    next = ids.get(hrefOf(next).slice(1));
  }
  return found;
}

function stopsOf(elements: Element[], style: SvgStyle, { declared }: Named): Stop[] {
  const holder = elements.find(({ children }) =>
    children.some((child) => isTag(child) && child.name === "stop"),
  );
  let before = 0;
  return (holder?.children ?? []).flatMap((child): Stop[] => {
    if (!isTag(child) || child.name !== "stop") return [];
    const properties = propertiesOf(child, declared);
    const current = colour(properties.get("color") ?? "", style.color) ?? style.color;
    const found = colour(properties.get("stop-color") ?? "black", current) ?? black;
    const alpha = found.alpha * (shareOf(properties.get("stop-opacity")) ?? 1);
    // The offset of a stop cannot be less than the offset of the previous stop.
    before = Math.max(before, shareOf(properties.get("offset")) ?? 0);
    return [{ at: before, colour: { ...found, alpha } }];
  });
}

/** Returns the gradient of a shape. Returns null if no gradient element has the id. */
export function gradientFill(id: string, style: SvgStyle, bounds: Bounds, named: Named): GradientFill | null {
  const elements = chain(id, named);
  const [first] = elements;
  const stops = stopsOf(elements, style, named);
  if (!first || stops.length === 0) return null;
  const all: Properties[] = elements.map((element) => propertiesOf(element, named.declared));
  const property = (name: string) => all.find((one) => one.has(name))?.get(name);
  const byBox = property("gradientunits")?.toLowerCase() !== "userspaceonuse";
  if (byBox && !(bounds.width > 0 && bounds.height > 0)) return null;
  const size = byBox ? { width: 1, height: 1 } : named.size;
  const x = (name: string, otherwise: string) => lengthIn(property(name) ?? otherwise, style, size.width);
  const y = (name: string, otherwise: string) => lengthIn(property(name) ?? otherwise, style, size.height);
  const units: Matrix = byBox ? [bounds.width, 0, 0, bounds.height, bounds.x, bounds.y] : [1, 0, 0, 1, 0, 0];
  const matrix = multiplied(units, matrixOf(property("gradienttransform")));
  if (/^linear/i.test(first.name)) {
    const from: [number, number] = [x("x1", "0%"), y("y1", "0%")];
    const to: [number, number] = [x("x2", "100%"), y("y2", "0%")];
    if (from[0] === to[0] && from[1] === to[1]) return { shading: uniform(stops), matrix };
    return { shading: scaledBy({ kind: "axial", from, to }, stops), matrix };
  }
  const [cx, cy] = [x("cx", "50%"), y("cy", "50%")];
  const radius = lengthIn(property("r") ?? "50%", style, Math.hypot(size.width, size.height) / Math.SQRT2);
  if (!(radius > 0)) return { shading: uniform(stops), matrix };
  const focus: [number, number] = [
    lengthIn(property("fx"), style, size.width, cx),
    lengthIn(property("fy"), style, size.height, cy),
  ];
  return { shading: scaledBy({ kind: "radial", focus, centre: [cx, cy], radius }, stops), matrix };
}

/**
 * Returns the shading of a gradient whose line or radius has length 0: the colour of its last stop (SVG 2 §14.2.2.1,
 * §14.2.3.1).
 */
const uniform = (stops: readonly Stop[]): Shading =>
  scaledBy({ kind: "axial", from: [0, 0], to: [1, 0] }, stops.slice(-1));

/** Returns the first colour of a gradient. Used where a gradient cannot be drawn. */
export function firstColour(id: string, style: SvgStyle, named: Named) {
  return stopsOf(chain(id, named), style, named)[0]?.colour ?? null;
}
