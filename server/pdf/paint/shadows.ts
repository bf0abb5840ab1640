import { colour as readColour, type Colour } from "../css/colour";
import type { Style } from "../css/style";
import { commaParts, pixels, words } from "../css/values";

const context = { em: 16, rem: 16, vw: 794, vh: 1123 };

/** The shadows of a box, the last first, as they are painted. */
export function shadowsOf(style: Style) {
  return commaParts(style.shadow)
    .slice(0, 4)
    .reverse()
    .flatMap((text) => {
      const parts = words(text);
      const lengths = parts
        .map((part) => pixels(part, context))
        .filter((found): found is number => found !== null);
      const color: Colour =
        parts
          .map((part) => (pixels(part, context) === null ? readColour(part, style.color) : null))
          .find((found) => found !== null) ?? style.color;
      const [x = 0, y = 0, blur = 0, spread = 0] = lengths;
      return lengths.length < 2 || color.alpha === 0
        ? []
        : [{ x, y, blur: Math.min(blur, 100), spread, color, inset: parts.includes("inset") }];
    });
}
