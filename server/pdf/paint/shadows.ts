import { colour as readColour, type Colour } from "../css/colour";
import type { Style } from "../css/style";
import { commaParts, pixels, standard, words, type Sides } from "../css/values";
import type { Rect } from "./decorations";

/** Returns the shadows of a box in painting order. The last shadow in CSS is painted first. */
export function shadowsOf(style: Style) {
  return commaParts(style.shadow)
    .slice(0, 4)
    .reverse()
    .flatMap((text) => {
      const parts = words(text);
      const lengths = parts
        .map((part) => pixels(part, standard))
        .filter((found): found is number => found !== null);
      const color: Colour =
        parts
          .map((part) => (pixels(part, standard) === null ? readColour(part, style.color) : null))
          .find((found) => found !== null) ?? style.color;
      const [x = 0, y = 0, blur = 0, spread = 0] = lengths;
      return lengths.length < 2 || color.alpha === 0
        ? []
        : [{ x, y, blur: Math.min(blur, 100), spread, color, inset: parts.includes("inset") }];
    });
}

/** Returns the padding box for a border box. */
export const insideOf = (rect: Rect, [top, right, bottom, left]: Sides<Style["border"][number]>): Rect => ({
  x: rect.x + left.width,
  y: rect.y + top.width,
  width: rect.width - left.width - right.width,
  height: rect.height - top.width - bottom.width,
});
