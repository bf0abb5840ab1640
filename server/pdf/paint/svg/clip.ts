import { isTag, type Element } from "domhandler";
import { viewBoxOf } from "../../pictures/picture";
import type { Pen } from "../pen";
import { identity, matrixOf, moved, multiplied, viewMatrix, type Matrix } from "./matrix";
import { hrefOf } from "./named";
import { boundsOf, rectangle, transformed, type Path } from "./path";
import { shapeOf } from "./shape";
import { styled, toldOf, type SvgStyle, type Told } from "./style";
import { aspectOf, countPath, MOST_NODES, namedBy, placeOf, type Walk } from "./walk";

/*
 * What clip paths leave of what names them (CSS Masking Level 1 §5), and how far elements reach, which some of what they name
 * counts by.
 */

export interface Clip {
  path: Path;
  evenOdd: boolean;
}

export function clipTo(pen: Pen, { path, evenOdd }: Clip) {
  // A clip of nothing leaves nothing.
  if (path.length === 0) pen.rect(0, 0, 0, 0);
  pen.path(path).clip(evenOdd ? "even-odd" : undefined);
}

/** A clip path's shapes as one path; null where it clips nothing, for there is none of that name or there are letters in it. */
export function clipOf(element: Element, told: Told, style: SvgStyle, walk: Walk): Clip | null {
  const target = namedBy(told.get("clip-path"), walk);
  if (target?.name.toLowerCase() !== "clippath") return null;
  const own = toldOf(target, walk.declared);
  const shares = own.get("clippathunits")?.toLowerCase() === "objectboundingbox";
  const units = shares ? unitsOf(element, told, style, walk) : identity;
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
 * From shares of an element's bounds to its own units, before its own transform; null where it has no extent, as far as is
 * known: how large letters are is not.
 */
export function unitsOf(element: Element, told: Told, style: SvgStyle, walk: Walk): Matrix | null {
  const { x, y, width, height } = boundsOf(outlineOf(element, told, style, identity, walk).path);
  return width > 0 && height > 0 ? [width, 0, 0, height, x, y] : null;
}

/** What an element and those in it cover, as far as shapes tell. */
interface Outline extends Clip {
  /** Whether there are letters in it, whose outline is not known. */
  letters: boolean;
}

const nothing: Outline = { path: [], evenOdd: false, letters: false };

const joined = (parts: readonly Outline[]): Outline => ({
  path: parts.flatMap(({ path }) => path),
  evenOdd: parts.some(({ evenOdd }) => evenOdd),
  letters: parts.some(({ letters }) => letters),
});

const DEEPEST = 8;
/** Elements that have an outline by those in them, and are no shapes for a clip path. */
const HOLDERS = new Set(["g", "a", "switch", "svg"]);

/** An element's outline where its own transform puts it. */
function placedOutline(
  element: Element,
  parent: SvgStyle,
  matrix: Matrix,
  walk: Walk,
  depth: number,
): Outline {
  if (depth > DEEPEST || (walk.count.nodes += 1) > MOST_NODES) return nothing;
  const told = toldOf(element, walk.declared);
  if (told.get("display") === "none") return nothing;
  const whole = multiplied(matrix, matrixOf(told.get("transform")));
  return outlineOf(element, told, styled(told, parent, walk.size), whole, walk, depth);
}

function outlineOf(
  element: Element,
  told: Told,
  style: SvgStyle,
  matrix: Matrix,
  walk: Walk,
  depth = 0,
): Outline {
  const { x, y, width, height } = placeOf(told, style, walk);
  const name = element.name.toLowerCase();
  if (name === "text") return { ...nothing, letters: true };
  if (name === "use") {
    const used = walk.ids.get(hrefOf(element).slice(1));
    const place = multiplied(matrix, moved(x, y));
    if (used?.name !== "symbol") return used ? placedOutline(used, style, place, walk, depth + 1) : nothing;
    const own = styled(toldOf(used, walk.declared), style, walk.size);
    return viewedOutline(used, own, place, walk, { width, height }, depth + 1);
  }
  if (name === "svg")
    return viewedOutline(element, style, multiplied(matrix, moved(x, y)), walk, { width, height }, depth);
  if (HOLDERS.has(name)) return innerOutline(element, style, matrix, walk, depth);
  const path =
    name === "image" ? rectangle(x, y, width, height) : (shapeOf(name, told, style, walk.size)?.path ?? []);
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

/** Of what is in a drawing within the drawing, or in a symbol, that has this room. */
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
