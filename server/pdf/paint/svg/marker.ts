import { degreesOf } from "../../css/values";
import { viewBoxOf } from "../../pictures/picture";
import type { Stroke } from "../surface";
import { identity, matrixOf, moved, multiplied, scaled, viewMatrix, type Matrix } from "./matrix";
import { rectangle, type Path } from "./path";
import { lengthIn, styled, propertiesOf, type SvgStyle } from "./style";
import { aspectOf, costAgain, MOST_NODES, namedBy, type Content, type Walk } from "./walk";

/* Markers at the vertices of a path (SVG 2 §13.7). */

interface Vertex {
  x: number;
  y: number;
  /** Directions of the path before and after the vertex. Null if there is no segment on this side. */
  from: readonly [number, number] | null;
  to: readonly [number, number] | null;
}

/** Maximum number of markers on one path. */
const MOST = 1_000;

/** A marker element. Its content is the same at each vertex. */
interface Marker {
  stroke: Stroke;
  orient: string;
  /** Scale factor of the marker: the line width, or 1. */
  share: number;
  /** Cost of one more copy of the marker, in elements. Counts towards the maximum number of elements in a drawing. */
  cost: number;
}

/** Returns the functions that draw the markers of a path. */
export function markerStrokes(path: Path, style: SvgStyle, walk: Walk, content: Content): Stroke[] {
  const { start, mid, end } = style.markers;
  if (![start, mid, end].some((name) => name.startsWith("url(")) || !style.visible || walk.repeated)
    return [];
  const vertices = verticesOf(path).slice(0, MOST);
  const [first, middle, last] = [start, mid, end].map((name) => markerOf(name, style, walk, content));
  return vertices.flatMap((vertex, index): Stroke[] => {
    const begins = index === 0;
    const ends = index === vertices.length - 1;
    return [begins && first, !begins && !ends && middle, ends && last].flatMap((marker): Stroke[] => {
      if (!marker || (walk.count.nodes += marker.cost) > MOST_NODES) return [];
      const place = placeAt(vertex, marker, begins && marker === first);
      return [
        (pen) => {
          marker.stroke(pen.save().transform(place));
          pen.restore();
        },
      ];
    });
  });
}

function markerOf(name: string, style: SvgStyle, walk: Walk, content: Content): Marker | null {
  const target = namedBy(name, walk);
  if (target?.name.toLowerCase() !== "marker") return null;
  const properties = propertiesOf(target, walk.declared);
  const own = styled(properties, { ...walk.begun, opacity: style.opacity }, walk.size);
  const room = {
    width: lengthIn(properties.get("markerwidth"), own, walk.size.width, 3),
    height: lengthIn(properties.get("markerheight"), own, walk.size.height, 3),
  };
  if (!(room.width > 0) || !(room.height > 0)) return null;
  const box = viewBoxOf(target);
  const size = box ? { width: box[2], height: box[3] } : room;
  const before = { ...walk.count };
  const strokes = content(target, own, { ...walk, repeated: true, depth: walk.depth + 1, size });
  const cost = costAgain(walk, before);
  const view: Matrix = box ? viewMatrix(box, aspectOf(target), room) : identity;
  const [x, y] = [
    lengthIn(properties.get("refx"), own, size.width),
    lengthIn(properties.get("refy"), own, size.height),
  ];
  // Moves the marker so that its reference point is on the vertex.
  const back = moved(-(view[0] * x + view[4]), -(view[3] * y + view[5]));
  const open = /^(visible|auto)$/.test(properties.get("overflow") ?? "hidden");
  const edge = rectangle(0, 0, room.width, room.height);
  return {
    stroke: (pen) => {
      pen.transform(back);
      if (!open) pen.path(edge).clip();
      pen.transform(view);
      for (const stroke of strokes) stroke(pen);
    },
    orient: properties.get("orient") ?? "0",
    share: properties.get("markerunits")?.toLowerCase() === "userspaceonuse" ? 1 : style.strokeWidth,
    cost,
  };
}

const placeAt = (vertex: Vertex, { orient, share }: Marker, begins: boolean): Matrix =>
  multiplied(
    multiplied(moved(vertex.x, vertex.y), matrixOf(`rotate(${angleOf(orient, vertex, begins)})`)),
    scaled(share, share),
  );

const directionOf = ([x, y]: readonly [number, number]) => (Math.atan2(y, x) * 180) / Math.PI;

/** Returns the rotation of a marker at a vertex in degrees. */
function angleOf(orient: string, { from, to }: Vertex, begins: boolean): number {
  if (!orient.startsWith("auto")) return degreesOf(orient) ?? 0;
  const turned = orient === "auto-start-reverse" && begins ? 180 : 0;
  if (!from || !to) return directionOf(to ?? from ?? [1, 0]) + turned;
  // Returns the bisector of the two directions.
  const length = (vector: readonly [number, number]) => Math.hypot(...vector) || 1;
  const [one, other] = [length(from), length(to)];
  return directionOf([from[0] / one + to[0] / other, from[1] / one + to[1] / other]) + turned;
}

/** Returns the vertices of a path with the directions of the adjacent segments. */
function verticesOf(path: Path): Vertex[] {
  const vertices: Vertex[] = [];
  let [startX, startY] = [0, 0];
  for (const segment of path) {
    const before = vertices.at(-1);
    if (segment[0] === "M") {
      [, startX, startY] = segment;
      vertices.push({ x: startX, y: startY, from: null, to: null });
      continue;
    }
    if (!before) continue;
    const numbers = segment[0] === "Z" ? [startX, startY] : segment.slice(1).map(Number);
    const [x = 0, y = 0] = numbers.slice(-2);
    const points = [before.x, before.y, ...numbers];
    before.to = direction(points, 1);
    vertices.push({ x, y, from: direction(points, -1), to: null });
  }
  return vertices;
}

/**
 * Returns the direction of a segment at its start (`side` 1) or at its end (`side` -1). Returns null for a segment of length 0.
 */
function direction(points: number[], side: 1 | -1): readonly [number, number] | null {
  const pairs = Array.from(
    { length: points.length / 2 },
    (_, at) => [points[at * 2]!, points[at * 2 + 1]!] as const,
  );
  if (side === -1) pairs.reverse();
  const [first, ...rest] = pairs;
  const next = rest.find(([x, y]) => Math.hypot(x - first![0], y - first![1]) > 1e-9);
  return next ? [(next[0] - first![0]) * side, (next[1] - first![1]) * side] : null;
}
