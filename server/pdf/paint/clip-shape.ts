import type { Style } from "../css/style";
import { commaParts, length, resolve, sides, unquoted, words } from "../css/values";
import type { Rect } from "./decorations";
import { placed } from "./position";
import type { Stroke } from "./surface";
import { moved } from "./svg/matrix";
import { ellipse, pathOf, polyline, rectangle, transformed, type Path } from "./svg/path";

/*
 * What `clip-path` leaves of a box, by basic shapes (CSS Masking Level 1 §3, CSS Shapes Level 1 §3).
 */

/** Whether a value is a shape that is known here. */
export const isShape = (value: string): boolean => /^(inset|circle|ellipse|polygon|path)\(/i.test(value);

/** What clips by the shape that a style asks for; null where it asks for none, or for what is none. */
export function clipOf({ clipPath, fontSize }: Style, rect: Rect): Stroke | null {
  const shape = isShape(clipPath) ? shapeIn(clipPath, fontSize, rect) : null;
  if (!shape) return null;
  const path = transformed(shape.path, moved(rect.x, rect.y));
  return (pen) => {
    // A shape of nothing leaves nothing.
    if (path.length === 0) pen.rect(0, 0, 0, 0);
    pen.path(path).clip(shape.evenOdd ? "even-odd" : undefined);
  };
}

interface Shape {
  path: Path;
  evenOdd?: boolean;
}

/** A shape from the box's corner; null for what is not understood. */
function shapeIn(text: string, em: number, { width, height }: Rect): Shape | null {
  const context = { em, rem: 16, vw: 794, vh: 1123 };
  const size = (word: string, base: number): number => {
    const found = length(word, context);
    return found === null ? Number.NaN : resolve(found, base);
  };
  const [, name = "", inside = ""] = /^([a-z]+)\(((?:[^()]|\([^()]*\))*)\)/i.exec(text) ?? [];
  const [first = "", second = ""] = inside.split(/\bat\b/i);
  const centre = () => placed(second.trim() || "center", { width, height }, context);
  /** A shape of these numbers; what is none of them makes none of it. */
  const shape = (make: (...sizes: number[]) => Path, ...sizes: number[]): Shape | null =>
    sizes.every(Number.isFinite) ? { path: make(...sizes) } : null;
  switch (name.toLowerCase()) {
    case "inset": {
      const [insets = "", corner = "0"] = inside.split(/\bround\b/i);
      const said = sides(words(insets));
      if (!said) return null;
      const [top, right, bottom, left] = said.map((word, side) =>
        size(word, side % 2 === 0 ? height : width),
      );
      const radius = size(words(corner)[0] ?? "0", Math.min(width, height));
      return shape(rectangle, left!, top!, width - left! - right!, height - top! - bottom!, radius, radius);
    }
    case "circle": {
      const { x, y } = centre();
      const r = radiusOf(first.trim(), [x, width - x, y, height - y], (word) =>
        size(word, Math.hypot(width, height) / Math.SQRT2),
      );
      return shape(ellipse, x, y, r, r);
    }
    case "ellipse": {
      const { x, y } = centre();
      const [across = "", down = ""] = words(first);
      const rx = radiusOf(across, [x, width - x], (word) => size(word, width));
      const ry = radiusOf(down, [y, height - y], (word) => size(word, height));
      return shape(ellipse, x, y, rx, ry);
    }
    case "polygon": {
      const parts = commaParts(inside);
      const rule = /^(nonzero|evenodd)$/i.test(parts[0] ?? "") ? parts.shift()!.toLowerCase() : "nonzero";
      const points = parts.map((part) => {
        const [x = "", y = ""] = words(part);
        return [size(x, width), size(y, height)];
      });
      if (!points.flat().every(Number.isFinite)) return null;
      return { path: polyline(points.flat().join(" "), true), evenOdd: rule === "evenodd" };
    }
    default: {
      const parts = commaParts(inside);
      return { path: pathOf(unquoted(parts.at(-1) ?? "")), evenOdd: /^evenodd$/i.test(parts[0] ?? "") };
    }
  }
}

/** A radius as it is said, or to the nearest or the farthest of the sides. */
function radiusOf(word: string, far: number[], size: (word: string) => number): number {
  const away = far.map(Math.abs);
  if (word === "" || word === "closest-side") return Math.min(...away);
  return word === "farthest-side" ? Math.max(...away) : size(word);
}
