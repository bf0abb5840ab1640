import type { Style } from "../css/style";
import { borderOf, paddingOf, sized } from "./context";

/*
 * What one side of a box makes of the other where a ratio is given (CSS Box Sizing Level 4 §5). Of border boxes; the ratio is
 * of the content where the style counts sizes so.
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

/** The height of a box that is told none but is so wide; null where it has no ratio. `base`: what percentages refer to. */
export function heightByRatio(style: Style, width: number, base: number): number | null {
  if (style.ratio === null) return null;
  const { across, down } = around(style, base);
  return Math.max(0, width - across) / style.ratio + down;
}

/** The width of a box that is told none but a height; null where it has no ratio, or its height is not known. */
export function widthByRatio(style: Style, base: number, height: number | null): number | null {
  if (style.ratio === null) return null;
  const given = sized(style.height, height);
  return given === null ? null : given * style.ratio + around(style, base).across;
}
