import type { Layout } from "./context";
import type { Frame, Set } from "./line-box";
import { glyphExtent, lineExtent, type Extent } from "./metrics";

/* Computes the height of a line from its content and vertical alignment (CSS 2.2 §10.8). */

/** Returns the heights of a line above and below its baseline. */
export function extentOf(set: Set[], least: Extent, layout: Layout): Extent {
  let { above, below } = least;
  const edges: number[] = [];
  for (const { piece, frame, atom } of set) {
    if (piece.kind === "text") {
      const { style } = piece;
      const reach = (extent: Extent) => {
        above = Math.max(above, extent.above + frame.raise);
        below = Math.max(below, extent.below - frame.raise);
      };
      reach(lineExtent(style, layout.fonts.primary(style)));
      if (style.lineHeight === "normal")
        for (const { face } of layout.fonts.runs(piece.text, style)) reach(lineExtent(style, face));
    } else if (atom) {
      const height = atom.fragment.height + atom.margin[0] + atom.margin[2];
      const up = atomAbove(atom, frame, layout);
      if (up === null) edges.push(height);
      else {
        above = Math.max(above, up);
        below = Math.max(below, height - up);
      }
    }
  }
  for (const height of edges) if (height > above + below) below = height - above;
  return { above, below };
}

/**
 * Returns the height of an atomic inline box above the baseline of the line. Returns null if the box is aligned to the top or
 * bottom of the line.
 */
export function atomAbove(
  { fragment, margin }: NonNullable<Set["atom"]>,
  frame: Frame,
  layout: Layout,
): number | null {
  const { verticalAlign: align } = fragment.style;
  const height = fragment.height + margin[0] + margin[2];
  const face = layout.fonts.primary(frame.style);
  const size = frame.style.fontSize;
  const onBaseline = fragment.lastBaseline === null ? height : margin[0] + fragment.lastBaseline;
  if (typeof align === "number") return onBaseline + align + frame.raise;
  if (typeof align === "object") return onBaseline + frame.raise;
  switch (align) {
    case "top":
    case "bottom":
      return null;
    case "middle":
      return height / 2 + (face.xHeight * size) / 2 + frame.raise;
    case "text-top":
      return glyphExtent(face, size).above + frame.raise;
    case "text-bottom":
      return height - glyphExtent(face, size).below + frame.raise;
    case "sub":
      return onBaseline - size / 5 - 1 + frame.raise;
    case "super":
      return onBaseline + size / 3 + 1 + frame.raise;
    default:
      return onBaseline + frame.raise;
  }
}
