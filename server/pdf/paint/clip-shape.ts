import type { Style } from "../css/style";
import {
  commaParts,
  length,
  resolve,
  sides,
  standard,
  unquoted,
  words,
  type LengthContext,
  eachSide,
} from "../css/values";
import type { Rect } from "./decorations";
import { placed } from "./pictures";
import type { Stroke } from "./surface";
import { moved } from "./svg/matrix";
import { ellipse, pathOf, polyline, rectangle, transformed, type Path } from "./svg/path";

/*
 * Basic shapes of `clip-path` (CSS Masking Level 1 §3, CSS Shapes Level 1 §3).
 */

/** Returns true for a shape function that the renderer supports. */
export const isShape = (value: string): boolean => /^(inset|circle|ellipse|polygon|path)\(/i.test(value);

/** Returns the function that clips a box to its `clip-path`. Returns null for `none` and for an invalid value. */
export function clipOf({ clipPath, fontSize }: Style, rect: Rect): Stroke | null {
  const shape = isShape(clipPath) ? shapeIn(clipPath, fontSize, rect) : null;
  if (!shape) return null;
  const path = transformed(shape.path, moved(rect.x, rect.y));
  return (pen) => {
    // A clip with an empty shape hides everything.
    if (path.length === 0) pen.rect(0, 0, 0, 0);
    pen.path(path).clip(shape.evenOdd ? "even-odd" : undefined);
  };
}

interface Shape {
  path: Path;
  evenOdd?: boolean;
}

/** Converts the lengths in a shape to pixels. Percentages refer to the size of the box. */
class ShapeReader {
  private readonly context: LengthContext;

  constructor(
    em: number,
    private readonly width: number,
    private readonly height: number,
  ) {
    this.context = { ...standard, em };
  }

  private size(word: string, base: number): number {
    const found = length(word, this.context);
    return found === null ? Number.NaN : resolve(found, base);
  }

  inset(inside: string): Shape | null {
    const { width, height } = this;
    const [insets = "", corner = "0"] = inside.split(/\bround\b/i);
    const given = sides(words(insets));
    if (!given) return null;
    const [top, right, bottom, left] = eachSide(given, (word, side) =>
      this.size(word, side % 2 === 0 ? height : width),
    );
    const radius = this.size(words(corner)[0] ?? "0", Math.min(width, height));
    return made(rectangle, left, top, width - left - right, height - top - bottom, radius, radius);
  }

  circle(inside: string): Shape | null {
    const { width, height } = this;
    const { first, x, y } = this.centred(inside);
    const radius = radiusOf(first, [x, width - x, y, height - y], (word) =>
      this.size(word, Math.hypot(width, height) / Math.SQRT2),
    );
    return made(ellipse, x, y, radius, radius);
  }

  ellipse(inside: string): Shape | null {
    const { width, height } = this;
    const { first, x, y } = this.centred(inside);
    const [across = "", down = ""] = words(first);
    const rx = radiusOf(across, [x, width - x], (word) => this.size(word, width));
    const ry = radiusOf(down, [y, height - y], (word) => this.size(word, height));
    return made(ellipse, x, y, rx, ry);
  }

  polygon(inside: string): Shape | null {
    const parts = commaParts(inside);
    const rule = /^(nonzero|evenodd)$/i.test(parts[0] ?? "") ? parts.shift()!.toLowerCase() : "nonzero";
    const points = parts.flatMap((part) => {
      const [x = "", y = ""] = words(part);
      return [this.size(x, this.width), this.size(y, this.height)];
    });
    if (!points.every(Number.isFinite)) return null;
    return { path: polyline(points.join(" "), true), evenOdd: rule === "evenodd" };
  }

  /**
   * Splits the arguments of a circle or an ellipse at the word `at`. Returns the text before `at` and the centre after `at`.
   */
  private centred(inside: string): { first: string; x: number; y: number } {
    const [first = "", second = ""] = inside.split(/\bat\b/i);
    const centre = placed(
      second.trim() || "center",
      { width: this.width, height: this.height },
      this.context,
    );
    return { first: first.trim(), x: centre.x, y: centre.y };
  }
}

/** Creates a shape from numbers. Returns null if one of the numbers is not finite. */
const made = (make: (...sizes: number[]) => Path, ...sizes: number[]): Shape | null =>
  sizes.every(Number.isFinite) ? { path: make(...sizes) } : null;

/** Converts a shape function to a path whose origin is the corner of the box. Returns null for an invalid function. */
function shapeIn(text: string, em: number, { width, height }: Rect): Shape | null {
  const reader = new ShapeReader(em, width, height);
  const [, name = "", inside = ""] = /^([a-z]+)\(((?:[^()]|\([^()]*\))*)\)/i.exec(text) ?? [];
  switch (name.toLowerCase()) {
    case "inset":
      return reader.inset(inside);
    case "circle":
      return reader.circle(inside);
    case "ellipse":
      return reader.ellipse(inside);
    case "polygon":
      return reader.polygon(inside);
    default: {
      const parts = commaParts(inside);
      return { path: pathOf(unquoted(parts.at(-1) ?? "")), evenOdd: /^evenodd$/i.test(parts[0] ?? "") };
    }
  }
}

/** Returns the radius that a word sets: a length, or the distance to the closest or farthest side. */
function radiusOf(word: string, far: number[], size: (word: string) => number): number {
  const away = far.map(Math.abs);
  if (word === "" || word === "closest-side") return Math.min(...away);
  return word === "farthest-side" ? Math.max(...away) : size(word);
}
