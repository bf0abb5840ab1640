import type { Matrix } from "./matrix";

/*
 * Shapes as paths of lines and curves from absolute points. What is wrong in a path ends it, and what is before is drawn (SVG 2
 * §9.5.4).
 */

export type Segment =
  | readonly ["M" | "L", number, number]
  | readonly ["C", number, number, number, number, number, number]
  | readonly ["Z"];
export type Path = Segment[];

const COUNTS: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const NUMBER = /[\s,]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iy;
const FLAG = /[\s,]*([01])/y;
const COMMAND = /[\s,]*([mlhvcsqtaz])/iy;

/** Numbers of a drawing stay within this, so that sums of them are numbers, too. */
const MOST = 1e7;
export const bounded = (value: number) => Math.max(-MOST, Math.min(MOST, value));
const MOST_SEGMENTS = 100_000;

/** The path that `d` tells. */
export function pathOf(d: string): Path {
  const path: Path = [];
  let at = 0;
  const next = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(d);
    if (found) at = pattern.lastIndex;
    return found?.[1] ?? null;
  };
  let [x, y, startX, startY] = [0, 0, 0, 0];
  // The control point that a smooth curve goes on from.
  let before: { kind: string; x: number; y: number } = { kind: "", x: 0, y: 0 };
  let command = "";
  while (path.length < MOST_SEGMENTS) {
    const told = next(COMMAND);
    if (told !== null) command = told;
    else if (command === "" || command.toLowerCase() === "z") break;
    const kind = command.toLowerCase();
    if (path.length === 0 && kind !== "m") break;
    const numbers: number[] = [];
    for (let index = 0; index < COUNTS[kind]!; index++) {
      const text = next(kind === "a" && (index === 3 || index === 4) ? FLAG : NUMBER);
      if (text === null) break;
      numbers.push(bounded(Number(text)));
    }
    if (numbers.length < COUNTS[kind]!) break;
    const relative = command === kind;
    const point = (index: number): [number, number] => [
      bounded(numbers[index]! + (relative ? x : 0)),
      bounded(numbers[index + 1]! + (relative ? y : 0)),
    ];
    let control: typeof before = { kind: "", x: 0, y: 0 };
    const smooth = (of: string): [number, number] =>
      before.kind === of ? [2 * x - before.x, 2 * y - before.y] : [x, y];
    const curve = (first: [number, number], second: [number, number], end: [number, number]) => {
      path.push(["C", ...first, ...second, ...end]);
      control = { kind: "c", x: second[0], y: second[1] };
      [x, y] = end;
    };
    const quadratic = (middle: [number, number], end: [number, number]) => {
      const third = (from: number, to: number) => from + (2 / 3) * (to - from);
      path.push([
        "C",
        third(x, middle[0]),
        third(y, middle[1]),
        third(end[0], middle[0]),
        third(end[1], middle[1]),
        ...end,
      ]);
      control = { kind: "q", x: middle[0], y: middle[1] };
      [x, y] = end;
    };
    switch (kind) {
      case "m":
        [x, y] = [startX, startY] = point(0);
        path.push(["M", x, y]);
        // More points are lines.
        command = relative ? "l" : "L";
        break;
      case "l":
        [x, y] = point(0);
        path.push(["L", x, y]);
        break;
      case "h":
        x = bounded(numbers[0]! + (relative ? x : 0));
        path.push(["L", x, y]);
        break;
      case "v":
        y = bounded(numbers[0]! + (relative ? y : 0));
        path.push(["L", x, y]);
        break;
      case "c":
        curve(point(0), point(2), point(4));
        break;
      case "s":
        curve(smooth("c"), point(0), point(2));
        break;
      case "q":
        quadratic(point(0), point(2));
        break;
      case "t":
        quadratic(smooth("q"), point(0));
        break;
      case "a": {
        const end = point(5);
        path.push(...arc([x, y], numbers, end));
        [x, y] = end;
        break;
      }
      default:
        path.push(["Z"]);
        [x, y] = [startX, startY];
    }
    before = control;
  }
  return path;
}

/** An elliptical arc as curves of at most a quarter turn (SVG 2 §B.2). */
function arc(
  [x1, y1]: [number, number],
  [first = 0, second = 0, turned = 0, large = 0, sweep = 0]: number[],
  [x2, y2]: [number, number],
): Path {
  if (x1 === x2 && y1 === y2) return [];
  let [rx, ry] = [Math.abs(first), Math.abs(second)];
  if (rx === 0 || ry === 0) return [["L", x2, y2]];
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const over = (px / rx) ** 2 + (py / ry) ** 2;
  if (over > 1) [rx, ry] = [rx * Math.sqrt(over), ry * Math.sqrt(over)];
  const rest = Math.max(0, 1 / ((px / rx) ** 2 + (py / ry) ** 2) - 1);
  const factor = Math.sqrt(rest) * (large === sweep ? -1 : 1);
  const [ox, oy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx];
  const [cx, cy] = [cos * ox - sin * oy + (x1 + x2) / 2, sin * ox + cos * oy + (y1 + y2) / 2];
  const start = Math.atan2((py - oy) / ry, (px - ox) / rx);
  let span = Math.atan2((-py - oy) / ry, (-px - ox) / rx) - start;
  if (sweep && span < 0) span += 2 * Math.PI;
  if (!sweep && span > 0) span -= 2 * Math.PI;
  const parts = Math.max(1, Math.ceil(Math.abs(span) / (Math.PI / 2) - 1e-9));
  const step = span / parts;
  const reach = (4 / 3) * Math.tan(step / 4);
  const at = (u: number, v: number): [number, number] => [
    cx + cos * rx * u - sin * ry * v,
    cy + sin * rx * u + cos * ry * v,
  ];
  return Array.from({ length: parts }, (_, index): Segment => {
    const [from, to] = [start + step * index, start + step * (index + 1)];
    const [c1, s1, c2, s2] = [Math.cos(from), Math.sin(from), Math.cos(to), Math.sin(to)];
    const end: [number, number] = index === parts - 1 ? [x2, y2] : at(c2, s2);
    return ["C", ...at(c1 - reach * s1, s1 + reach * c1), ...at(c2 + reach * s2, s2 - reach * c2), ...end];
  });
}

const K = 0.5523;

/** An ellipse from its rightmost point on, as dashes count (SVG 2 §10.3). */
export function ellipse(cx: number, cy: number, rx: number, ry: number): Path {
  if (!(rx > 0) || !(ry > 0)) return [];
  const [kx, ky] = [rx * K, ry * K];
  return [
    ["M", cx + rx, cy],
    ["C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry],
    ["C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy],
    ["C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry],
    ["C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy],
    ["Z"],
  ];
}

export function rectangle(x: number, y: number, width: number, height: number, rx = 0, ry = 0): Path {
  if (!(width > 0) || !(height > 0)) return [];
  const [a, b] = [Math.min(rx, width / 2), Math.min(ry, height / 2)];
  const [right, bottom] = [x + width, y + height];
  if (!(a > 0) || !(b > 0))
    return [["M", x, y], ["L", right, y], ["L", right, bottom], ["L", x, bottom], ["Z"]];
  const [ka, kb] = [a * (1 - K), b * (1 - K)];
  return [
    ["M", x + a, y],
    ["L", right - a, y],
    ["C", right - ka, y, right, y + kb, right, y + b],
    ["L", right, bottom - b],
    ["C", right, bottom - kb, right - ka, bottom, right - a, bottom],
    ["L", x + a, bottom],
    ["C", x + ka, bottom, x, bottom - kb, x, bottom - b],
    ["L", x, y + b],
    ["C", x, y + kb, x + ka, y, x + a, y],
    ["Z"],
  ];
}

/** Points in a row; what is no number ends them, and a last number without its other half does not count. */
export function polyline(points: string, closed: boolean): Path {
  const path: Path = [];
  NUMBER.lastIndex = 0;
  const read = (from: number): [number, number] | null => {
    NUMBER.lastIndex = from;
    const found = NUMBER.exec(points);
    return found && [bounded(Number(found[1])), NUMBER.lastIndex];
  };
  for (let at = 0; path.length < MOST_SEGMENTS;) {
    const x = read(at);
    const y = x && read(x[1]);
    if (!y) break;
    path.push([path.length === 0 ? "M" : "L", x[0], y[0]]);
    at = y[1];
  }
  if (path.length < 2) return [];
  return closed ? [...path, ["Z"]] : path;
}

/** A path with each of its points elsewhere. */
export const transformed = (path: Path, [a, b, c, d, e, f]: Matrix): Path =>
  path.map((segment) => {
    const [kind, ...numbers] = segment;
    const points = numbers.map((value, index) =>
      index % 2 === 0 ? a * value + c * numbers[index + 1]! + e : b * numbers[index - 1]! + d * value + f,
    );
    return [kind, ...points] as unknown as Segment;
  });

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest box around a path's points. */
export function boundsOf(path: Path): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [, ...numbers] of path)
    for (const [index, value] of numbers.entries())
      if (index % 2 === 0) [left, right] = [Math.min(left, value), Math.max(right, value)];
      else [top, bottom] = [Math.min(top, value), Math.max(bottom, value)];
  return left <= right
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : { x: 0, y: 0, width: 0, height: 0 };
}
