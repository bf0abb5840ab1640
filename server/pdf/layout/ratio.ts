import type { Style } from "../css/style";
import { borderOf, paddingOf, sized } from "./context";

/*
 * Sizes by `aspect-ratio` (CSS Box Sizing Level 4 §5). Sizes are of the border box; the ratio is that of the box
 * which `box-sizing` names.
 */

const around = (style: Style, base: number): { across: number; down: number } => {
  if (style.borderBox) return { across: 0, down: 0 };
  const padding = paddingOf(style, base);
  const border = borderOf(style);
  return {
    across: padding[1] + padding[3] + border[1] + border[3],
    down: padding[0] + padding[2] + border[0] + border[2],
  };
};

/** Returns the height by the ratio of a box with this width; null without a ratio. `base`: the base of percentages. */
export function heightByRatio(style: Style, width: number, base: number): number | null {
  if (style.ratio === null) return null;
  const { across, down } = around(style, base);
  return Math.max(0, width - across) / style.ratio + down;
}

/** Returns the width by the ratio of a box with a given height; null without a ratio or a known height. */
export function widthByRatio(style: Style, base: number, height: number | null): number | null {
  if (style.ratio === null) return null;
  const given = sized(style.height, height);
  return given === null ? null : given * style.ratio + around(style, base).across;
}
