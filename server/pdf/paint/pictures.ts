import type { Style } from "../css/style";
import type { Library } from "../fonts/library";
import type { Picture, PictureStore } from "../pictures/picture";
import { trace, type Radii, type Rect } from "./decorations";
import type { Stroke, Surface } from "./surface";
import { drawingStrokes } from "./svg/drawing";
import { length, resolve, words, type LengthContext } from "../css/values";

/* Draws bitmaps and SVG drawings. */

/** Fonts, pictures and element style that are needed to draw a picture. */
export interface PictureSetting {
  fonts: Library;
  pictures: PictureStore;
  style: Style;
}

const SQUARE: Radii = [0, 0, 0, 0];

/** Draws a picture into a rectangle. Clips the picture if `clip` is given. */
export function drawPicture(
  surface: Surface,
  picture: Picture,
  rect: Rect,
  setting: PictureSetting,
  clip: Rect | null = null,
  radii: Radii = SQUARE,
): void {
  if (rect.width < 0.1 || rect.height < 0.1) return;
  const { opacity } = surface;
  const draw: Stroke | null =
    picture.kind === "drawing"
      ? drawingStrokes(picture, rect, { ...setting, opacity })
      : (pen) => pen.image(picture.data, rect.x, rect.y, rect.width, rect.height, opacity);
  if (draw && clip)
    surface.draw((pen) => {
      pen.save();
      trace(pen, clip, radii);
      draw(pen.clip());
      pen.restore();
    });
  else if (draw) surface.draw(draw);
}

/**
 * Returns the natural size of a picture. Computes a missing size from the aspect ratio or the box (CSS Images Level 3 §5.3).
 */
export function ownSize(
  picture: Picture,
  box: { width: number; height: number },
): { width: number; height: number } {
  const { width, height } = picture;
  const ratio = picture.kind === "drawing" ? picture.ratio : picture.width / picture.height;
  if (width !== null && height !== null) return { width, height };
  if (!ratio) return { width: width ?? box.width, height: height ?? box.height };
  if (width !== null) return { width, height: width / ratio };
  if (height !== null) return { width: height * ratio, height };
  const share = Math.min(box.width, box.height * ratio);
  return { width: share, height: share / ratio };
}

/** Returns the rectangle of a picture in its box for a value of `object-fit` (CSS Images Level 3). */
export function fitted(fit: Style["objectFit"], own: { width: number; height: number }, box: Rect): Rect {
  if (fit === "fill" || own.width <= 0 || own.height <= 0) return box;
  const [across, down] = [box.width / own.width, box.height / own.height];
  const share =
    fit === "contain"
      ? Math.min(across, down)
      : fit === "cover"
        ? Math.max(across, down)
        : fit === "scale-down"
          ? Math.min(1, across, down)
          : 1;
  const [width, height] = [own.width * share, own.height * share];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ["left", "0%"],
  ["top", "0%"],
  ["center", "50%"],
  ["right", "100%"],
  ["bottom", "100%"],
]);

/** Returns the percentage of a keyword of a position. Returns any other word unchanged. */
export const withoutKeyword = (word: string) => KEYWORDS.get(word) ?? word;

/**
 * Converts a position of one to four words to pixels (CSS Values Level 4, <position>). Percentages refer to `room`. For a
 * background image, `room` is the box size minus the image size.
 */
export function placed(
  text: string,
  room: { width: number; height: number },
  context: LengthContext,
): { x: number; y: number } {
  const all = words(text.toLowerCase());
  const at = (word: string, base: number) => {
    const found = length(withoutKeyword(word), context);
    return found === null ? 0 : resolve(found, base);
  };
  if (all.length <= 2) {
    const [first = "0%", second = "center"] = all;
    const swapped = /^(top|bottom)$/.test(first) || /^(left|right)$/.test(second);
    const [x, y] = swapped ? [second, first] : [first, second];
    return { x: at(x, room.width), y: at(y, room.height) };
  }
  // With three or four words, each offset follows its side, for example `right 10px bottom 20px`.
  let [x, y]: (number | null)[] = [null, null];
  for (let index = 0; index < all.length; index++) {
    const word = all[index]!;
    const next = all[index + 1];
    const offset = next !== undefined && !KEYWORDS.has(next) ? all[(index += 1)]! : null;
    const along = (base: number) => {
      const far = offset === null ? 0 : at(offset, base);
      return /^(right|bottom)$/.test(word) ? base - far : word === "center" ? base / 2 : far;
    };
    if (/^(left|right)$/.test(word)) x = along(room.width);
    else if (/^(top|bottom)$/.test(word)) y = along(room.height);
  }
  return { x: x ?? room.width / 2, y: y ?? room.height / 2 };
}
