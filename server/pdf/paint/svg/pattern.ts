import { type Element, isTag } from "domhandler";
import { viewBoxOf } from "../../pictures/picture";
import type { Stroke } from "../surface";
import { identity, inverted, matrixOf, multiplied, scaled, viewMatrix, type Matrix } from "./matrix";
import { hrefOf, type Named, aspectOf, costAgain, MOST_NODES, type Content, type Walk } from "./walk";
import { boundsOf, rectangle, transformed, type Bounds } from "./path";
import { lengthIn, styled, propertiesOf, type SvgStyle } from "./style";

/* Patterns that fill shapes (SVG 2 §14.3). */

/** Maximum number of tiles in one shape. Smaller tiles would not be distinguishable. */
const MOST_TILES = 4_000;

/**
 * Returns a function that fills the current clip with a pattern. `bounds` is the bounding box of the shape. Returns null if the
 * pattern is unknown or empty.
 */
export function patternFill(
  id: string,
  style: SvgStyle,
  opacity: number,
  bounds: Bounds,
  walk: Walk,
  content: Content,
): Stroke | null {
  const elements = chain(id, walk);
  const holder = elements.find(({ children }) => children.some(isTag));
  if (!holder || walk.repeated) return null;
  const all = elements.map((element) => propertiesOf(element, walk.declared));
  const property = (name: string) => all.find((one) => one.has(name))?.get(name);
  const byBox = (name: string, usual: string) =>
    (property(name) ?? usual).toLowerCase() === "objectboundingbox";
  const shares = byBox("patternunits", "objectBoundingBox");
  const size = shares ? { width: 1, height: 1 } : walk.size;
  const across = (name: string) => lengthIn(property(name), style, size.width) * (shares ? bounds.width : 1);
  const down = (name: string) => lengthIn(property(name), style, size.height) * (shares ? bounds.height : 1);
  const tile = {
    x: across("x") + (shares ? bounds.x : 0),
    y: down("y") + (shares ? bounds.y : 0),
    width: across("width"),
    height: down("height"),
  };
  if (!(tile.width > 0) || !(tile.height > 0)) return null;
  const matrix = matrixOf(property("patterntransform"));
  const places = placesOf(tile, matrix, bounds);
  if (places.length === 0) return null;
  const viewed = elements.find((element) => viewBoxOf(element));
  const box = viewed && viewBoxOf(viewed);
  const inner: Matrix = box
    ? viewMatrix(box, aspectOf(viewed), tile)
    : byBox("patterncontentunits", "userSpaceOnUse")
      ? scaled(bounds.width, bounds.height)
      : identity;
  const before = { ...walk.count };
  const strokes = content(holder, styled(all[0]!, { ...walk.begun, opacity }, walk.size), {
    ...walk,
    repeated: true,
    depth: walk.depth + 1,
    size: box ? { width: box[2], height: box[3] } : walk.size,
  });
  walk.count.nodes += places.length * costAgain(walk, before);
  if (strokes.length === 0 || walk.count.nodes > MOST_NODES) return null;
  const edge = rectangle(0, 0, tile.width, tile.height);
  return (pen) => {
    for (const [x, y] of places) {
      pen.save().transform(multiplied(matrix, [1, 0, 0, 1, x, y]));
      pen.path(edge).clip().transform(inner);
      for (const stroke of strokes) stroke(pen);
      pen.restore();
    }
  };
}

/**
 * Returns a pattern element and the pattern elements to which it refers by `href`. A pattern inherits missing attributes and
 * content from these elements.
 */
function chain(id: string, { ids }: Named): Element[] {
  const found: Element[] = [];
  let next = ids.get(id);
  while (next && next.name.toLowerCase() === "pattern" && found.length < 8) {
    found.push(next);
    next = ids.get(hrefOf(next).slice(1));
  }
  return found;
}

/**
 * Returns the positions of the tiles that cover these bounds, in pattern units. Returns no positions if there are too many
 * tiles.
 */
function placesOf(tile: Bounds, matrix: Matrix, bounds: Bounds): [number, number][] {
  const back = inverted(matrix);
  if (!back) return [];
  const seen = boundsOf(
    transformed(rectangle(bounds.x, bounds.y, bounds.width || 1e-6, bounds.height || 1e-6), back),
  );
  const first = [
    Math.floor((seen.x - tile.x) / tile.width),
    Math.floor((seen.y - tile.y) / tile.height),
  ] as const;
  const columns = Math.ceil((seen.x + seen.width - tile.x) / tile.width) - first[0];
  const rows = Math.ceil((seen.y + seen.height - tile.y) / tile.height) - first[1];
  if (!(columns * rows <= MOST_TILES)) return [];
  return Array.from({ length: columns * rows }, (_, index) => [
    tile.x + (first[0] + (index % columns)) * tile.width,
    tile.y + (first[1] + Math.floor(index / columns)) * tile.height,
  ]);
}
