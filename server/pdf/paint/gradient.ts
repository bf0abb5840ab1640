import { degreesOf, commaParts, length, resolve, standard, words, type Length } from "../css/values";
import { colour, type Colour } from "../css/colour";
import { placed } from "./pictures";
import { mixedAt, premultiplied, scaledBy, type Course, type Shading, type Stop } from "./shading";

/* Gradients of CSS: linear-gradient(), radial-gradient() and their repeating variants (CSS Images Level 3 §3). */

interface GivenStop {
  /** Colour of the stop. Null for a colour hint, which is the position where both adjacent colours mix equally. */
  colour: Colour | null;
  at: Length | null;
}

export interface Gradient {
  kind: "linear" | "radial";
  repeating: boolean;
  /** Arguments before the colour stops, such as `45deg`, `to top left` or `circle at 30% 30%`. */
  head: string;
  stops: GivenStop[];
}

/** Parses a gradient. Returns null for other values. */
export function gradientOf(text: string, current: Colour): Gradient | null {
  const [, legacy, repeating, name, inside = ""] =
    /^(-webkit-)?(repeating-)?(linear|radial)-gradient\(([\s\S]*)\)$/i.exec(text.trim()) ?? [];
  if (name === undefined) return null;
  const kind = name.toLowerCase() as Gradient["kind"];
  const parts = commaParts(inside.toLowerCase());
  const begun = parts.findIndex((part) => words(part).some((word) => colour(word, current) !== null));
  const heads = parts
    .slice(0, Math.max(0, begun))
    .map((part) => part.replace(/\bin\s+[a-z-]+[\d]*(\s+\w+\s+hue)?/, "").trim());
  const head = legacy ? fromLegacy(kind, heads) : heads.join(",");
  if (!isHead(kind, head)) return null;
  const stops = parts.slice(heads.length).flatMap((part): GivenStop[] => {
    const all = words(part);
    const found = all.map((word) => colour(word, current)).find((one) => one !== null) ?? null;
    const places = all.map((word) => length(word, standard)).filter((place) => place !== null);
    if (places.length === 0) return found ? [{ colour: found, at: null }] : [];
    return places.slice(0, found ? 2 : 1).map((at) => ({ colour: found, at }));
  });
  if (stops.filter((stop) => stop.colour !== null).length < 2) return null;
  return { kind, repeating: repeating !== undefined, head, stops };
}

const OPPOSITE: Record<string, string> = { top: "bottom", bottom: "top", left: "right", right: "left" };

/**
 * Converts the arguments of a gradient with the prefix `-webkit-` to the standard syntax (Compatibility Standard §3.3).
 *
 * - A side is the start of the gradient line, not its end.
 * - An angle counts counterclockwise from the right.
 * - The position is before the shape.
 */
function fromLegacy(kind: Gradient["kind"], heads: string[]): string {
  if (kind === "linear") {
    const [head = ""] = heads;
    const angle = degreesOf(head);
    if (angle !== null) return `${90 - angle}deg`;
    const sides = words(head).map((word) => OPPOSITE[word] ?? "none");
    return sides.length === 0 ? "" : `to ${sides.join(" ")}`;
  }
  const isShape = (head: string) => /circle|ellipse|closest|farthest|contain|cover/.test(head);
  const shape = heads.find(isShape)?.replace("contain", "closest-side").replace("cover", "farthest-corner");
  return `${shape ?? ""} at ${heads.find((head) => !isShape(head)) ?? "center"}`.trim();
}

/** Returns true if the arguments before the colour stops are valid: an angle, sides, a shape or a position. */
function isHead(kind: Gradient["kind"], head: string): boolean {
  if (head === "") return true;
  if (kind === "linear")
    return /^to( (top|right|bottom|left)){1,2}$/.test(head.replace(/\s+/g, " ")) || isAngle(head);
  const [shape = ""] = head.split(/\bat\b/);
  return words(shape).every(
    (word) =>
      /^(circle|ellipse|(closest|farthest)-(side|corner))$/.test(word) || length(word, standard) !== null,
  );
}

/** Returns true for an angle. Only the angle 0 can have no unit. */
const isAngle = (text: string) => degreesOf(text) !== null && (/[a-z]/.test(text) || Number(text) === 0);

const halfway = (one: Colour, other: Colour): Colour => mixedAt(one, other, 0.5);

/**
 * Returns the colour stops with their positions as fractions of the gradient line. `line` is the length of the line in pixels.
 * Stops without a position are distributed evenly (§3.4.3).
 */
function placedStops(given: GivenStop[], line: number): Stop[] {
  const places = given.map(({ at }) => (at === null ? null : resolve(at, line) / line));
  places[0] ??= 0;
  places[places.length - 1] ??= 1;
  let most = -Infinity;
  for (const [index, place] of places.entries())
    if (place !== null) places[index] = most = Math.max(most, place);
  for (let index = 0; index < places.length; index++) {
    if (places[index] !== null) continue;
    const next = places.findIndex((place, later) => later > index && place !== null);
    const [from, to] = [places[index - 1]!, places[next]!];
    for (let between = index; between < next; between++)
      places[between] = from + ((to - from) * (between - index + 1)) / (next - index + 1);
  }
  return given.flatMap(({ colour: own }, index): Stop[] => {
    const at = places[index]!;
    if (own) return [{ at, colour: own }];
    const [before, after] = [given[index - 1]?.colour, given[index + 1]?.colour];
    return before && after ? [{ at, colour: halfway(before, after) }] : [];
  });
}

/** Maximum number of stops in a repeating gradient. Narrower stripes would not be distinguishable. */
const MOST_STOPS = 4_000;

/** Repeats the colour stops from 0 up to `most`. */
function repeated(stops: Stop[], most: number): Stop[] {
  const [first, last] = [stops[0]!, stops.at(-1)!];
  const period = last.at - first.at;
  if (period <= 0) return [last];
  const from = Math.floor(-first.at / period);
  const to = Math.ceil((most - first.at) / period);
  if ((to - from) * stops.length > MOST_STOPS) return [{ at: 0, colour: halfway(first.colour, last.colour) }];
  return Array.from({ length: Math.max(1, to - from) }, (_, index) =>
    stops.map(({ at, colour: own }) => ({ at: at + (from + index) * period, colour: own })),
  ).flat();
}

/**
 * Returns the angle of a gradient line in radians, clockwise from the top. The angle to a corner depends on the size of the box
 * (§3.1.1).
 */
function angleOf(head: string, width: number, height: number): number {
  const degrees = degreesOf(head);
  if (degrees !== null) return (degrees * Math.PI) / 180;
  const side = (one: string, other: string) => (head.includes(one) ? 1 : head.includes(other) ? -1 : 0);
  const [across, up] = [side("right", "left"), side("top", "bottom")];
  if (across === 0 || up === 0) return across === 0 ? (up === 1 ? 0 : Math.PI) : (across * Math.PI) / 2;
  return Math.atan2(across * height, up * width);
}

interface PlacedGradient {
  shading: Shading;
  /** `x` and `y` are the centre of the gradient. `tall` is the ratio of its height to its width. */
  x: number;
  y: number;
  tall: number;
}

/** Converts a gradient to a PDF shading for a box of this size. */
export function gradientIn(gradient: Gradient, width: number, height: number): PlacedGradient {
  return gradient.kind === "linear" ? linear(gradient, width, height) : radial(gradient, width, height);
}

function linear({ head, stops, repeating }: Gradient, width: number, height: number): PlacedGradient {
  const angle = angleOf(head, width, height);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const line = Math.max(0.01, Math.abs(width * sin) + Math.abs(height * cos));
  const [dx, dy] = [(sin * line) / 2, (-cos * line) / 2];
  const course: Course = { kind: "axial", from: [-dx, -dy], to: [dx, dy] };
  return {
    shading: shadingOf(course, placedStops(stops, line), repeating, 1),
    x: width / 2,
    y: height / 2,
    tall: 1,
  };
}

const shadingOf = (course: Course, stops: Stop[], repeating: boolean, most: number): Shading =>
  scaledBy(course, premultiplied(repeating ? repeated(stops, most) : stops));

function radial({ head, stops, repeating }: Gradient, width: number, height: number): PlacedGradient {
  const [shape = "", at = "center"] = head.split(/\bat\b/).map((part) => part.trim());
  const { x, y } = placed(at || "center", { width, height }, standard);
  const { rx, ry } = radii(shape, { x, y, width, height });
  const course: Course = { kind: "radial", focus: [0, 0], centre: [0, 0], radius: rx };
  const tall = ry / rx;
  const far = Math.hypot(Math.max(x, width - x), Math.max(y, height - y) / tall) / rx;
  return { shading: shadingOf(course, placedStops(stops, rx), repeating, far), x, y, tall };
}

/** Returns the horizontal and vertical radius of a radial gradient (§3.2.1). */
function radii(
  shape: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  const all = words(shape);
  const sizes = all.map((word) => length(word, standard)).filter((size) => size !== null);
  const least = (value: number) => Math.max(0.01, value);
  const [first, second] = sizes;
  if (first !== undefined)
    return {
      rx: least(resolve(first, width)),
      ry: least(second === undefined ? resolve(first, width) : resolve(second, height)),
    };
  const [left, right, top, bottom] = [x, width - x, y, height - y].map(Math.abs) as [
    number,
    number,
    number,
    number,
  ];
  const closest = all.some((word) => word.startsWith("closest"));
  const choose = closest ? Math.min : Math.max;
  const [across, down] = [choose(left, right), choose(top, bottom)];
  const side = all.some((word) => word.endsWith("-side"));
  if (all.includes("circle")) {
    const radius = least(side ? choose(across, down) : Math.hypot(across, down));
    return { rx: radius, ry: radius };
  }
  const reach = side ? 1 : Math.SQRT2;
  return { rx: least(across * reach), ry: least(down * reach) };
}
