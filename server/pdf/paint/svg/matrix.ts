import { degreesOf } from "../../css/values";

/* Transforms in SVG drawings, and the conversion of a viewBox to its viewport (SVG 2 §8). */

/** The values a, b, c, d, e and f of a matrix, as in SVG and PDF. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Multiplies two matrices. The product applies first `second` and then `first` to a point. */
export const multiplied = (first: Matrix, second: Matrix): Matrix => [
  first[0] * second[0] + first[2] * second[1],
  first[1] * second[0] + first[3] * second[1],
  first[0] * second[2] + first[2] * second[3],
  first[1] * second[2] + first[3] * second[3],
  first[0] * second[4] + first[2] * second[5] + first[4],
  first[1] * second[4] + first[3] * second[5] + first[5],
];

/** Returns the inverse of a matrix. Returns null for a singular matrix. */
export function inverted([a, b, c, d, e, f]: Matrix): Matrix | null {
  const whole = a * d - b * c;
  if (!(Math.abs(whole) > 1e-12)) return null;
  return [d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole];
}

export const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];
export const scaled = (across: number, down: number): Matrix => [across, 0, 0, down, 0, 0];

const radians = (text: string): number => ((degreesOf(text) ?? Number.NaN) * Math.PI) / 180;

function step(name: string, words: string[]): Matrix | null {
  const [a = 0, b, c, d, e, f] = words.map(Number.parseFloat);
  switch (name) {
    case "matrix":
      return f === undefined ? null : [a, b!, c!, d!, e!, f];
    case "translate":
      return moved(a, b ?? 0);
    case "translatex":
      return moved(a, 0);
    case "translatey":
      return moved(0, a);
    case "scale":
      return scaled(a, b ?? a);
    case "scalex":
      return scaled(a, 1);
    case "scaley":
      return scaled(1, a);
    case "rotate":
      return rotated(radians(words[0] ?? "0"), b ?? 0, c ?? 0);
    case "skewx":
      return [1, 0, Math.tan(radians(words[0] ?? "0")), 1, 0, 0];
    case "skewy":
      return [1, Math.tan(radians(words[0] ?? "0")), 0, 1, 0, 0];
    default:
      return null;
  }
}

/** Returns the matrix of a rotation around a point. */
function rotated(angle: number, x: number, y: number): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn: Matrix = [cos, sin, -sin, cos, 0, 0];
  return multiplied(multiplied(moved(x, y), turn), moved(-x, -y));
}

/** Converts a transform list to one matrix. Ignores unknown functions. */
export function matrixOf(text: string | undefined): Matrix {
  if (!text) return identity;
  let found = identity;
  for (const [, name = "", inside = ""] of text
    .slice(0, 2_000)
    .matchAll(/(?<![a-z])([a-z]+)\s*\(([^()]*)\)/gi)) {
    const words = inside
      .trim()
      .split(/[\s,]+|(?<=\d)(?=[+-]\d)(?<!e)/)
      .filter(Boolean);
    const one = step(name.toLowerCase(), words);
    if (one?.every(Number.isFinite)) found = multiplied(found, one);
  }
  return found;
}

/**
 * Returns the position and scale of a viewBox in its viewport for a value of preserveAspectRatio. `cut` is true if parts of the
 * viewBox can be outside of the viewport.
 */
export function fittedBy(
  aspect: string | undefined,
  own: { width: number; height: number },
  room: { width: number; height: number },
): { x: number; y: number; across: number; down: number; cut: boolean } {
  const [across, down] = [room.width / own.width, room.height / own.height];
  const [, align = "xMidYMid", how = "meet"] =
    /^(?:defer\s+)?(none|xM(?:in|id|ax)YM(?:in|id|ax))(?:\s+(meet|slice))?$/.exec(aspect?.trim() ?? "") ?? [];
  if (align === "none") return { x: 0, y: 0, across, down, cut: false };
  const share = how === "slice" ? Math.max(across, down) : Math.min(across, down);
  const free = (word: string | undefined, left: number) =>
    word === "Min" ? 0 : word === "Max" ? left : left / 2;
  return {
    x: free(/x(...)/.exec(align)?.[1], room.width - own.width * share),
    y: free(/Y(...)/.exec(align)?.[1], room.height - own.height * share),
    across: share,
    down: share,
    cut: how === "slice",
  };
}

/** Returns the matrix that converts viewBox coordinates to viewport coordinates. */
export function viewMatrix(
  [x, y, width, height]: readonly [number, number, number, number],
  aspect: string | undefined,
  room: { width: number; height: number },
): Matrix {
  const place = fittedBy(aspect, { width, height }, room);
  return [place.across, 0, 0, place.down, place.x - x * place.across, place.y - y * place.down];
}
