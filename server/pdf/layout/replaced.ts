import type { ReplacedBox } from "../boxes/box";
import type { Style } from "../css/style";
import type { Picture } from "../pictures/picture";
import { borderOf, marginOf, paddingOf, sized, within } from "./context";

/** The sizes to which percentages refer. Null for an unknown size. */
interface Base {
  width: number | null;
  height: number | null;
}

interface Size {
  width: number;
  height: number;
}

/** Returns the border-box size of a picture (CSS 2.2 §10.3.2, §10.6.2). */
export function naturalSize({ style, picture }: ReplacedBox, base: Base): Size {
  const padding = paddingOf(style, base.width ?? 0);
  const border = borderOf(style);
  const across = padding[1] + padding[3] + border[1] + border[3];
  const down = padding[0] + padding[2] + border[0] + border[2];
  const inner = (value: number | null, edges: number) =>
    value === null ? null : Math.max(0, value - (style.borderBox ? edges : 0));
  const given = {
    width: inner(sized(style.width, base.width), across),
    height: inner(sized(style.height, base.height), down),
  };
  const ratio = style.ratio ?? ratioOf(picture);
  const size = unboundedSize(style, picture, given, ratio, base, across);
  const limit = (value: number, least: number | null, most: number | null, edges: number) =>
    within(value + edges, least, most, edges, style.borderBox) - edges;
  const { minWidth, maxWidth, minHeight, maxHeight } = style;
  const width = limit(size.width, sized(minWidth, base.width), sized(maxWidth, base.width), across);
  if (width !== size.width) {
    if (ratio && given.height === null) size.height = width / ratio;
    size.width = width;
  }
  const height = limit(size.height, sized(minHeight, base.height), sized(maxHeight, base.height), down);
  if (height !== size.height) {
    if (ratio && given.width === null) size.width = height * ratio;
    size.height = height;
  }
  return { width: size.width + across, height: size.height + down };
}

/** Returns the aspect ratio of a picture. Returns null if the ratio is unknown. */
function ratioOf(picture: ReplacedBox["picture"]): number | null {
  if (!picture) return null;
  if (picture.kind === "drawing") return picture.ratio;
  return picture.width && picture.height ? picture.width / picture.height : null;
}

/**
 * Returns the content size of a picture without its minimum and maximum sizes. `edges` is the horizontal sum of padding and
 * border.
 */
function unboundedSize(
  style: Style,
  picture: ReplacedBox["picture"],
  given: Base,
  ratio: number | null,
  base: Base,
  edges: number,
): Size {
  if (given.width !== null)
    return {
      width: given.width,
      height: given.height ?? (ratio ? given.width / ratio : (picture?.height ?? 0)),
    };
  if (given.height !== null)
    return { width: ratio ? given.height * ratio : (picture?.width ?? 0), height: given.height };
  if (!picture) return { width: 0, height: 0 };
  // An SVG drawing with a ratio but without a size fills the available width (CSS 2.2 §10.3.2).
  if (ratio && picture.width === null && picture.height === null) {
    const width = availableWidth(style, base.width ?? 0, edges);
    return { width, height: width / ratio };
  }
  return ownSize(picture, ratio);
}

/**
 * Returns the natural size of a picture. Missing values are computed from the ratio, or are 300 by 150 pixels (CSS 2.2 §10.3.2,
 * §10.6.2).
 */
function ownSize(picture: Picture, ratio: number | null): Size {
  const width = picture.width ?? (picture.height && ratio ? picture.height * ratio : 300);
  return { width, height: picture.height ?? (ratio ? width / ratio : 150) };
}

function availableWidth(style: Style, width: number, edges: number): number {
  const margin = marginOf(style, width);
  return Math.max(0, width - margin[1] - margin[3] - edges);
}

/** Returns the border-box size of a picture with this border-box width. */
export const sizeAcross = (box: ReplacedBox, width: number, base: Base): Size =>
  naturalSize({ ...box, style: { ...box.style, borderBox: true, width } }, base);

/** Returns the border-box size of a picture with this border-box height. */
export const sizeDown = (box: ReplacedBox, height: number, base: Base): Size =>
  naturalSize({ ...box, style: { ...box.style, borderBox: true, height } }, base);
