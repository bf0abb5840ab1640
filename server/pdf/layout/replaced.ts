import type { ReplacedBox } from "../boxes/box";
import { borderOf, marginOf, paddingOf, sized, within } from "./context";

/** The border-box size of a picture (CSS 2.2 §10.3.2, §10.6.2); percentages of what is not known count as auto. */
export function naturalSize(
  { style, picture }: ReplacedBox,
  base: { width: number | null; height: number | null },
): { width: number; height: number } {
  const padding = paddingOf(style, base.width ?? 0);
  const border = borderOf(style);
  const across = padding[1] + padding[3] + border[1] + border[3];
  const down = padding[0] + padding[2] + border[0] + border[2];
  const inner = (value: number | null, edges: number) =>
    value === null ? null : Math.max(0, value - (style.borderBox ? edges : 0));
  const givenWidth = inner(sized(style.width, base.width), across);
  const givenHeight = inner(sized(style.height, base.height), down);
  const own = { width: picture?.width ?? null, height: picture?.height ?? null };
  const ratio =
    style.ratio ??
    (picture?.kind === "drawing" ? picture.ratio : own.width && own.height ? own.width / own.height : null);
  let width: number;
  let height: number;
  if (givenWidth !== null) {
    width = givenWidth;
    height = givenHeight ?? (ratio ? width / ratio : (own.height ?? 0));
  } else if (givenHeight !== null) {
    height = givenHeight;
    width = ratio ? height * ratio : (own.width ?? 0);
  } else {
    width = own.width ?? (own.height && ratio ? own.height * ratio : picture ? 300 : 0);
    // A drawing that tells its shape and no size fills what there is (CSS 2.2 §10.3.2).
    if (ratio && picture && own.width === null && own.height === null) {
      const margin = marginOf(style, base.width ?? 0);
      width = Math.max(0, (base.width ?? 0) - margin[1] - margin[3] - across);
    }
    height = own.height ?? (ratio ? width / ratio : picture ? 150 : 0);
  }
  const limit = (size: number, least: number | null, most: number | null, edges: number) =>
    within(size + edges, least, most, edges, style.borderBox) - edges;
  const widest = limit(width, sized(style.minWidth, base.width), sized(style.maxWidth, base.width), across);
  if (widest !== width) {
    if (ratio && givenHeight === null) height = widest / ratio;
    width = widest;
  }
  const highest = limit(
    height,
    sized(style.minHeight, base.height),
    sized(style.maxHeight, base.height),
    down,
  );
  if (highest !== height) {
    if (ratio && givenWidth === null) width = highest * ratio;
    height = highest;
  }
  return { width: width + across, height: height + down };
}

/** The size of a picture whose border box is that wide. */
export const sizeAcross = (
  box: ReplacedBox,
  width: number,
  base: { width: number | null; height: number | null },
): { width: number; height: number } =>
  naturalSize({ ...box, style: { ...box.style, borderBox: true, width } }, base);

/** The size of a picture whose border box is that high. */
export const sizeDown = (
  box: ReplacedBox,
  height: number,
  base: { width: number | null; height: number | null },
): { width: number; height: number } =>
  naturalSize({ ...box, style: { ...box.style, borderBox: true, height } }, base);
