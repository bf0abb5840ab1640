import type { Style } from "../css/style";
import type { Face } from "../fonts/face";
import type { Library, Run } from "../fonts/library";

/* Computes widths and heights of text. */

export interface Extent {
  above: number;
  below: number;
}

/** Returns the ascent and descent of a font in whole pixels, as browsers round them. */
export const glyphExtent = (face: Face, size: number): Extent => ({
  above: Math.round(face.ascent * size),
  below: Math.round(face.descent * size),
});

/** Returns the heights of text above and below its baseline, including the leading (CSS Inline Layout Level 3). */
export function lineExtent(style: Style, face: Face): Extent {
  const { above, below } = glyphExtent(face, style.fontSize);
  const { lineHeight } = style;
  const height =
    lineHeight === "normal"
      ? above + below + Math.round(face.lineGap * style.fontSize)
      : "px" in lineHeight
        ? lineHeight.px
        : lineHeight.factor * style.fontSize;
  const top = above + Math.floor((height - above - below) / 2);
  return { above: top, below: height - top };
}

export const strut = (style: Style, fonts: Library): Extent => lineExtent(style, fonts.primary(style));

export const runWidth = (run: Run, style: Style): number =>
  run.width * style.fontSize + run.letters * style.letterSpacing + run.spaces * style.wordSpacing;

export function textWidth(text: string, style: Style, fonts: Library): number {
  let width = 0;
  for (const run of fonts.runs(text, style)) width += runWidth(run, style);
  return width;
}

/** Returns the distance of an inline box's baseline above the baseline of its parent (CSS 2.2 §10.8.1). */
export function baselineShift(style: Style, parent: Style, fonts: Library): number {
  const { verticalAlign: align } = style;
  if (typeof align === "number") return align;
  if (typeof align === "object") {
    const { above, below } = strut(style, fonts);
    return ((above + below) * align.percent) / 100;
  }
  const own = glyphExtent(fonts.primary(style), style.fontSize);
  const outer = glyphExtent(fonts.primary(parent), parent.fontSize);
  switch (align) {
    case "sub":
      return -(parent.fontSize / 5 + 1);
    case "super":
      return parent.fontSize / 3 + 1;
    case "middle":
      return (fonts.primary(parent).xHeight * parent.fontSize) / 2 - (own.above - own.below) / 2;
    case "text-top":
      return outer.above - own.above;
    case "text-bottom":
      return own.below - outer.below;
    default:
      return 0;
  }
}
