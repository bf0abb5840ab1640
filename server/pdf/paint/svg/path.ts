import type { Matrix } from "./matrix";

/*
 * Shapes as paths of lines and curves with absolute points. A path ends at the first error. The part before the error is drawn
 * (SVG 2 §9.5.4).
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

/** Maximum absolute value of a coordinate, so that sums stay finite. */
const MOST = 1e7;
export const bounded = (value: number) => Math.max(-MOST, Math.min(MOST, value));
const MOST_SEGMENTS = 100_000;

type Point = [x: number, y: number];

/** Converts the path data of the attribute `d` to a path (SVG 2 §9.3). */
export const pathOf = (d: string): Path => new PathReader(d).run();

class PathReader {
  private readonly path: Path = [];
  private at = 0;
  private current: Point = [0, 0];
  private start: Point = [0, 0];
  private command = "";
  private numbers: number[] = [];
  /** Last control point and kind of the previous curve. A smooth curve (commands S and T) continues from this point. */
  private control: { kind: "" | "c" | "q"; point: Point } = { kind: "", point: [0, 0] };

  constructor(private readonly d: string) {}

  run(): Path {
    while (this.path.length < MOST_SEGMENTS && this.readCommand()) {
      const { control } = this;
      this.append(this.command.toLowerCase());
      if (this.control === control) this.control = { kind: "", point: [0, 0] };
    }
    return this.path;
  }

  private next(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.d);
    if (found) this.at = pattern.lastIndex;
    return found?.[1] ?? null;
  }

  /** Reads a command and its numbers. Returns false at the end of the path data or at an error. */
  private readCommand(): boolean {
    const letter = this.next(COMMAND);
    if (letter !== null) this.command = letter;
    else if (this.command === "" || this.command.toLowerCase() === "z") return false;
    const kind = this.command.toLowerCase();
    if (this.path.length === 0 && kind !== "m") return false;
    this.numbers = [];
    for (let index = 0; index < COUNTS[kind]!; index++) {
      const text = this.next(kind === "a" && (index === 3 || index === 4) ? FLAG : NUMBER);
      if (text === null) return false;
      this.numbers.push(bounded(Number(text)));
    }
    return true;
  }

  private get isRelative() {
    return this.command === this.command.toLowerCase();
  }

  /** Returns one of the read numbers as an absolute coordinate. `axis` is 0 for x and 1 for y. */
  private coordinate(index: number, axis: 0 | 1): number {
    return bounded(this.numbers[index]! + (this.isRelative ? this.current[axis] : 0));
  }

  private point(index: number): Point {
    return [this.coordinate(index, 0), this.coordinate(index + 1, 1)];
  }

  /**
   * Returns the first control point of a smooth curve, which is the reflection of the previous control point. If the previous
   * segment has another kind, returns the current point.
   */
  private reflected(kind: "c" | "q"): Point {
    const { control, current } = this;
    return control.kind === kind
      ? [2 * current[0] - control.point[0], 2 * current[1] - control.point[1]]
      : [...current];
  }

  private line(end: Point) {
    this.current = end;
    this.path.push(["L", ...end]);
  }

  private curve(first: Point, second: Point, end: Point) {
    this.path.push(["C", ...first, ...second, ...end]);
    this.control = { kind: "c", point: second };
    this.current = end;
  }

  /** Adds a quadratic curve, converted to a cubic curve. */
  private quadratic(middle: Point, end: Point) {
    const [x, y] = this.current;
    const third = (from: number, to: number) => from + (2 / 3) * (to - from);
    const first: Point = [third(x, middle[0]), third(y, middle[1])];
    const second: Point = [third(end[0], middle[0]), third(end[1], middle[1])];
    this.path.push(["C", ...first, ...second, ...end]);
    this.control = { kind: "q", point: middle };
    this.current = end;
  }

  private append(kind: string) {
    switch (kind) {
      case "m":
        this.current = this.start = this.point(0);
        this.path.push(["M", ...this.current]);
        // After the first point of a move command, each further point is a line.
        this.command = this.isRelative ? "l" : "L";
        return;
      case "l":
        return this.line(this.point(0));
      case "h":
        return this.line([this.coordinate(0, 0), this.current[1]]);
      case "v":
        return this.line([this.current[0], this.coordinate(0, 1)]);
      case "c":
        return this.curve(this.point(0), this.point(2), this.point(4));
      case "s":
        return this.curve(this.reflected("c"), this.point(0), this.point(2));
      case "q":
        return this.quadratic(this.point(0), this.point(2));
      case "t":
        return this.quadratic(this.reflected("q"), this.point(0));
      case "a": {
        const end = this.point(5);
        this.path.push(...arc(this.current, this.numbers, end));
        this.current = end;
        return;
      }
      default:
        this.path.push(["Z"]);
        this.current = this.start;
    }
  }
}

/** Converts an elliptical arc to curves. Each curve covers at most 90 degrees (SVG 2 §B.2). */
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

/** Returns an ellipse that begins at its rightmost point (SVG 2 §10.3). */
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

/**
 * Converts the attribute `points` to a path. The path ends at the first invalid number. If the number of coordinates is odd,
 * the last coordinate is ignored.
 */
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

/** Applies a transform to all points of a path. */
export const transformed = (path: Path, [a, b, c, d, e, f]: Matrix): Path =>
  path.map((segment) => {
    const [kind, ...numbers] = segment;
    const points = numbers.map((value, index) =>
      index % 2 === 0 ? a * value + c * numbers[index + 1]! + e : b * numbers[index - 1]! + d * value + f,
    );
    // The cast is needed because the type of a spread array does not state the number of points.
    return [kind, ...points] as unknown as Segment;
  });

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the bounding box of all points in a path. */
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
