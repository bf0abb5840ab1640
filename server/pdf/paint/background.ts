import type { Style } from "../css/style";
import { commaParts, length, resolve, standard, unquoted, words, type LengthContext } from "../css/values";
import type { Picture } from "../pictures/picture";
import { trace, type Radii, type Rect } from "./decorations";
import { gradientIn, gradientOf, type Gradient } from "./gradient";
import { drawPicture, fitted, ownSize, type PictureSetting, placed } from "./pictures";
import { drawingStrokes } from "./svg/drawing";
import { tiledShading } from "./tiles";
import type { Surface } from "./surface";

/* Background images and gradients with their size, position and repetition (CSS Backgrounds and Borders Level 3 §3). */

const MOST_TILES = 400;

/** Draws the background layers of a box. The last layer is drawn first, because the first layer is on top. */
export function drawBackgrounds(surface: Surface, rect: Rect, radii: Radii, setting: PictureSetting): void {
  const { style, pictures } = setting;
  const layers = commaParts(style.backgroundImage);
  for (const [index, layer] of [...layers.entries()].reverse()) {
    const gradient = gradientOf(layer, style.color);
    if (gradient) {
      const tiles = tilesOf(style, index, rect, rect);
      if (tiles) drawGradient(surface, gradient, tiles, rect, radii);
      continue;
    }
    const source = /^url\(([\s\S]*)\)$/i.exec(layer)?.[1];
    const picture = source === undefined ? null : pictures.fromSource(unquoted(source), "background");
    const tiles = picture && tilesOf(style, index, ownSize(picture, rect), rect);
    if (tiles) drawTiles(surface, picture, tiles, rect, radii, setting);
  }
}

/** Position and size of the first tile, and number of tiles in each row and column. */
interface Tiles extends Rect {
  across: number;
  down: number;
}

/**
 * Returns the value of a property for one layer. If a property has fewer values than there are layers, its values are repeated.
 */
function layerOf(text: string, index: number): string {
  const all = commaParts(text);
  return all[index % Math.max(1, all.length)] ?? "";
}

function tilesOf(
  style: Style,
  index: number,
  own: { width: number; height: number },
  box: Rect,
): Tiles | null {
  const context = { ...standard, em: style.fontSize };
  const { width, height } = sizeOf(layerOf(style.backgroundSize, index), own, box, context);
  if (width < 0.5 || height < 0.5 || box.width <= 0 || box.height <= 0) return null;
  const room = { width: box.width - width, height: box.height - height };
  const { x, y } = placed(layerOf(style.backgroundPosition, index), room, context);
  const [across, down] = repeats(layerOf(style.backgroundRepeat, index));
  const along = (repeat: boolean, start: number, size: number, whole: number) => {
    if (!repeat) return { from: start, count: 1 };
    const from = start - Math.ceil(start / size - 1e-6) * size;
    return { from, count: Math.max(1, Math.ceil((whole - from) / size - 1e-6)) };
  };
  const [left, top] = [along(across, x, width, box.width), along(down, y, height, box.height)];
  return { x: box.x + left.from, y: box.y + top.from, width, height, across: left.count, down: top.count };
}

function repeats(text: string): [boolean, boolean] {
  if (text === "repeat-x") return [true, false];
  if (text === "repeat-y") return [false, true];
  const [across = "repeat", down = across] = words(text);
  return [across !== "no-repeat", down !== "no-repeat"];
}

function sizeOf(text: string, own: { width: number; height: number }, box: Rect, context: LengthContext) {
  if (text === "cover" || text === "contain") {
    const { width, height } = fitted(text, own, box);
    return { width, height };
  }
  const [across = "auto", down = "auto"] = words(text);
  const side = (word: string, base: number) => {
    const found = word === "auto" ? null : length(word, context);
    return found === null ? null : resolve(found, base);
  };
  const [width, height] = [side(across, box.width), side(down, box.height)];
  if (width !== null) return { width, height: height ?? (width * own.height) / own.width };
  return height === null ? own : { width: (height * own.width) / own.height, height };
}

function drawTiles(
  surface: Surface,
  picture: Picture,
  { x, y, width, height, across, down }: Tiles,
  box: Rect,
  radii: Radii,
  setting: PictureSetting,
) {
  const most = Math.min(across * down, MOST_TILES);
  const places = Array.from({ length: most }, (_, tile) => ({
    x: x + (tile % across) * width,
    y: y + Math.floor(tile / across) * height,
    width,
    height,
  }));
  if (picture.kind === "bitmap") {
    for (const place of places) drawPicture(surface, picture, place, setting, box, radii);
    return;
  }
  const around = { ...setting, opacity: surface.opacity };
  const draw = drawingStrokes(picture, { x: 0, y: 0, width, height }, around);
  if (!draw) return;
  surface.draw((pen) => {
    pen.save();
    trace(pen, box, radii);
    pen.clip();
    for (const place of places) {
      pen.save().translate(place.x, place.y);
      draw(pen);
      pen.restore();
    }
    pen.restore();
  });
}

function drawGradient(surface: Surface, gradient: Gradient, tiles: Tiles, box: Rect, radii: Radii) {
  const { shading, x, y, tall } = gradientIn(gradient, tiles.width, tiles.height);
  const { opacity } = surface;
  const matrix = [1, 0, 0, tall, x, y];
  const single = tiles.across * tiles.down === 1;
  const whole = single && tiles.width >= box.width - 0.01 && tiles.height >= box.height - 0.01;
  surface.draw((pen) => {
    pen.save();
    trace(pen, box, radii);
    pen.clip();
    if (single) {
      if (!whole) pen.rect(tiles.x, tiles.y, tiles.width, tiles.height).clip();
      pen.translate(tiles.x, tiles.y).transform(matrix).shade(shading, opacity);
    } else pen.translate(tiles.x, tiles.y).tile(tiledShading(shading, matrix, tiles), opacity);
    pen.restore();
  });
}
