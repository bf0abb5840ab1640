import { isTag, type Element } from "domhandler";
import { viewBoxOf } from "../../pictures/picture";
import type { Pen } from "../pen";
import { identity, matrixOf, moved, multiplied, viewMatrix, type Matrix } from "./matrix";
import { hrefOf, aspectOf, countPath, MOST_NODES, namedBy, placeOf, type Walk } from "./walk";
import { boundsOf, rectangle, transformed, type Path, ellipse, pathOf, polyline } from "./path";
import { styled, propertiesOf, type SvgStyle, type Properties, diagonal, lengthIn } from "./style";

/*
 * Clip paths (CSS Masking Level 1 §5), and bounding boxes of elements. The unit objectBoundingBox refers to such a bounding
 * box.
 */

export interface Clip {
  path: Path;
  evenOdd: boolean;
}

export function clipTo(pen: Pen, { path, evenOdd }: Clip) {
  // A clip with an empty path hides everything.
  if (path.length === 0) pen.rect(0, 0, 0, 0);
  pen.path(path).clip(evenOdd ? "even-odd" : undefined);
}

/**
 * Returns the shapes in the clip path of an element as one path. Returns null if the element has no clip path, or if the clip
 * path contains text.
 */
export function clipOf(element: Element, properties: Properties, style: SvgStyle, walk: Walk): Clip | null {
  const target = namedBy(properties.get("clip-path"), walk);
  if (target?.name.toLowerCase() !== "clippath") return null;
  const own = propertiesOf(target, walk.declared);
  const shares = own.get("clippathunits")?.toLowerCase() === "objectboundingbox";
  const units = shares ? unitsOf(element, properties, style, walk) : identity;
  if (!units) return null;
  const matrix = multiplied(units, matrixOf(own.get("transform")));
  const inherited = styled(own, style, walk.size);
  const parts = target.children.map((child) =>
    isTag(child) && !HOLDERS.has(child.name) ? placedOutline(child, inherited, matrix, walk, 0) : nothing,
  );
  const { path, evenOdd, letters } = joined(parts);
  return letters ? null : { path, evenOdd };
}

/**
 * Returns the matrix that converts the unit objectBoundingBox to the coordinates of an element, without the element's own
 * transform. Returns null for an empty bounding box, and for text, because the size of text is unknown.
 */
export function unitsOf(
  element: Element,
  properties: Properties,
  style: SvgStyle,
  walk: Walk,
): Matrix | null {
  const { x, y, width, height } = boundsOf(outlineOf(element, properties, style, identity, walk).path);
  return width > 0 && height > 0 ? [width, 0, 0, height, x, y] : null;
}

/** The outline of all shapes in an element. */
interface Outline extends Clip {
  /** True if the element contains text. The outline of text is unknown. */
  letters: boolean;
}

const nothing: Outline = { path: [], evenOdd: false, letters: false };

const joined = (parts: readonly Outline[]): Outline => ({
  path: parts.flatMap(({ path }) => path),
  evenOdd: parts.some(({ evenOdd }) => evenOdd),
  letters: parts.some(({ letters }) => letters),
});

const DEEPEST = 8;
/** Elements whose outline is the outline of their children. Within a clip path, these elements are ignored. */
const HOLDERS = new Set(["g", "a", "switch", "svg"]);

/** Returns the outline of an element. Applies the element's own transform. */
function placedOutline(
  element: Element,
  parent: SvgStyle,
  matrix: Matrix,
  walk: Walk,
  depth: number,
): Outline {
  if (depth > DEEPEST || (walk.count.nodes += 1) > MOST_NODES) return nothing;
  const properties = propertiesOf(element, walk.declared);
  if (properties.get("display") === "none") return nothing;
  const whole = multiplied(matrix, matrixOf(properties.get("transform")));
  return outlineOf(element, properties, styled(properties, parent, walk.size), whole, walk, depth);
}

function outlineOf(
  element: Element,
  properties: Properties,
  style: SvgStyle,
  matrix: Matrix,
  walk: Walk,
  depth = 0,
): Outline {
  const { x, y, width, height } = placeOf(properties, style, walk);
  const name = element.name.toLowerCase();
  if (name === "text") return { ...nothing, letters: true };
  if (name === "use") {
    const used = walk.ids.get(hrefOf(element).slice(1));
    const place = multiplied(matrix, moved(x, y));
    if (used?.name !== "symbol") return used ? placedOutline(used, style, place, walk, depth + 1) : nothing;
    const own = styled(propertiesOf(used, walk.declared), style, walk.size);
    return viewedOutline(used, own, place, walk, { width, height }, depth + 1);
  }
  if (name === "svg")
    return viewedOutline(element, style, multiplied(matrix, moved(x, y)), walk, { width, height }, depth);
  if (HOLDERS.has(name)) return innerOutline(element, style, matrix, walk, depth);
  const path =
    name === "image"
      ? rectangle(x, y, width, height)
      : (shapeOf(name, properties, style, walk.size)?.path ?? []);
  countPath(path, walk);
  return { path: transformed(path, matrix), evenOdd: style.clipEvenOdd, letters: false };
}

const innerOutline = (
  element: Element,
  style: SvgStyle,
  matrix: Matrix,
  walk: Walk,
  depth: number,
): Outline =>
  joined(
    element.children.map((child) =>
      isTag(child) ? placedOutline(child, style, matrix, walk, depth + 1) : nothing,
    ),
  );

/** Returns the outline of a nested svg element or a symbol. */
function viewedOutline(
  element: Element,
  style: SvgStyle,
  matrix: Matrix,
  walk: Walk,
  room: { width: number; height: number },
  depth: number,
): Outline {
  if (depth > DEEPEST || (walk.count.nodes += 1) > MOST_NODES) return nothing;
  const box = viewBoxOf(element);
  if (!box) return innerOutline(element, style, matrix, { ...walk, size: room }, depth);
  const view = multiplied(matrix, viewMatrix(box, aspectOf(element), room));
  return innerOutline(element, style, view, { ...walk, size: { width: box[2], height: box[3] } }, depth);
}

interface Shape {
  path: Path;
  /** True for a line, which has no area to fill. */
  open: boolean;
}

/** Converts a basic shape element to a path (SVG 2 §10). Missing attributes are 0. Returns null for other elements. */
export function shapeOf(
  name: string,
  properties: Properties,
  style: SvgStyle,
  size: { width: number; height: number },
): Shape | null {
  const across = (key: string, otherwise = 0) => lengthIn(properties.get(key), style, size.width, otherwise);
  const down = (key: string, otherwise = 0) => lengthIn(properties.get(key), style, size.height, otherwise);
  const filled = (path: Path): Shape => ({ path, open: false });
  switch (name) {
    case "path": {
      // If a style sheet sets the property `d`, its value has the form path("…").
      const d = properties.get("d") ?? "";
      return filled(pathOf(/^path\(\s*["']([^"']*)["']\s*\)$/.exec(d)?.[1] ?? d));
    }
    case "rect": {
      const [rx, ry] = [across("rx", Number.NaN), down("ry", Number.NaN)];
      const radius = (own: number, other: number) => Math.max(0, Number.isNaN(own) ? other || 0 : own);
      return filled(
        rectangle(across("x"), down("y"), across("width"), down("height"), radius(rx, ry), radius(ry, rx)),
      );
    }
    case "circle": {
      const r = lengthIn(properties.get("r"), style, diagonal(size));
      return filled(ellipse(across("cx"), down("cy"), r, r));
    }
    case "ellipse": {
      const [rx, ry] = [across("rx", Number.NaN), down("ry", Number.NaN)];
      return filled(
        ellipse(across("cx"), down("cy"), Number.isNaN(rx) ? ry : rx, Number.isNaN(ry) ? rx : ry),
      );
    }
    case "line":
      return {
        path: [
          ["M", across("x1"), down("y1")],
          ["L", across("x2"), down("y2")],
        ],
        open: true,
      };
    case "polyline":
    case "polygon":
      return filled(polyline(properties.get("points") ?? "", name === "polygon"));
    default:
      return null;
  }
}
