import type { Style } from "../css/style";
import { borderOf, paddingOf, sized } from "./context";

/*
 * Sizes from `aspect-ratio` (CSS Box Sizing Level 4 §5). The functions take and return border-box sizes. The property
 * `box-sizing` decides whether the ratio applies to the content box or to the border box.
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

/**
 * Returns the height of a box with this width. Returns null if the style has no ratio. `base` is the width to which percentages
 * refer.
 */
export function heightByRatio(style: Style, width: number, base: number): number | null {
  if (style.ratio === null) return null;
  const { across, down } = around(style, base);
  return Math.max(0, width - across) / style.ratio + down;
}

/** Returns the width of a box with a specified height. Returns null if the style has no ratio or the height is unknown. */
export function widthByRatio(style: Style, base: number, height: number | null): number | null {
  if (style.ratio === null) return null;
  const given = sized(style.height, height);
  return given === null ? null : given * style.ratio + around(style, base).across;
}
