import {
  Defs,
  Image,
  LinearGradient,
  RadialGradient,
  Rect as SvgRect,
  Stop,
  Svg,
  View,
} from "@react-pdf/renderer";
import { createElement } from "react";
import { black, colour, type Colour } from "../css/colour";
import type { Style } from "../css/style";
import { commaParts, length, resolve, words, type LengthContext } from "../css/values";
import type { Picture } from "../pictures/picture";
import type { Rect } from "./decorations";
import type { PdfFile } from "./file";
import { hex, POINT, type Surface } from "./surface";
import { svgElement } from "./svg";

/*
 * Pictures, gradients and links: what react-pdf has elements for.
 */

const at = ({ x, y, width, height }: Rect) => ({
  position: "absolute" as const,
  left: x * POINT,
  top: y * POINT,
  width: width * POINT,
  height: height * POINT,
});

/** Draws a picture into a rectangle, clipped by another where it reaches beyond; `current`: a drawing's currentcolor. */
export function drawPicture(
  surface: Surface,
  picture: Picture,
  rect: Rect,
  clip: Rect | null = null,
  radius = 0,
  current: Colour = black,
): void {
  if (rect.width < 0.1 || rect.height < 0.1) return;
  const inside = clip ? { ...rect, x: rect.x - clip.x, y: rect.y - clip.y } : rect;
  const style = { ...at(inside), ...(surface.opacity < 1 && { opacity: surface.opacity }) };
  const element =
    picture.kind === "bitmap"
      ? createElement(Image, {
          key: surface.key(),
          src: { data: picture.data, format: picture.format },
          style: { ...style, objectFit: "fill" },
        })
      : svgElement(picture, style, surface.key(), { current, size: rect });
  if (!element) return;
  if (!clip) surface.add(element);
  else
    surface.add(
      createElement(
        View,
        { key: surface.key(), style: { ...at(clip), overflow: "hidden", borderRadius: radius * POINT } },
        element,
      ),
    );
}

/** Where a picture stands in its box (CSS Images Level 3, object-fit). */
export function fitted(fit: string, own: { width: number; height: number }, box: Rect): Rect {
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

const context: LengthContext = { em: 16, rem: 16, vw: 794, vh: 1123 };
const MOST_TILES = 400;

/** A background's picture, as often as it repeats. */
export function drawBackground(
  surface: Surface,
  picture: Picture,
  style: Style,
  box: Rect,
  radius: number,
): void {
  const own = { width: picture.width ?? box.width, height: picture.height ?? box.height };
  const size = sizeOf(style.backgroundSize, own, box);
  if (size.width < 0.5 || size.height < 0.5) return;
  const [horizontal = "0%", vertical] = positions(style.backgroundPosition);
  const offset = (text: string, room: number) => {
    const found = length(text, context);
    return found === null ? 0 : resolve(found, room);
  };
  const x = box.x + offset(horizontal, box.width - size.width);
  const y = box.y + offset(vertical ?? "50%", box.height - size.height);
  const [across, down] = repeats(style.backgroundRepeat);
  const from = {
    x: across ? x - Math.ceil((x - box.x) / size.width) * size.width : x,
    y: down ? y - Math.ceil((y - box.y) / size.height) * size.height : y,
  };
  let tiles = 0;
  for (let top = from.y; top < box.y + box.height && tiles < MOST_TILES; top += size.height) {
    for (let left = from.x; left < box.x + box.width && tiles < MOST_TILES; left += size.width) {
      tiles += 1;
      drawPicture(surface, picture, { x: left, y: top, ...size }, box, radius);
      if (!across) break;
    }
    if (!down) break;
  }
}

const repeats = (text: string): [boolean, boolean] => {
  if (text.startsWith("no-repeat")) return [false, false];
  if (text === "repeat-x") return [true, false];
  return text === "repeat-y" ? [false, true] : [true, true];
};

function sizeOf(text: string, own: { width: number; height: number }, box: Rect) {
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

/** Two positions as lengths: keywords as percentages, in their order. */
function positions(text: string): string[] {
  const named: Record<string, string> = {
    left: "0%",
    top: "0%",
    center: "50%",
    right: "100%",
    bottom: "100%",
  };
  const all = words(commaParts(text)[0] ?? "");
  const [first = "0%", second] = all;
  const swapped =
    /^(top|bottom)$/.test(first) || /^(left|right)$/.test(second ?? "") ? [second ?? "center", first] : all;
  return swapped.slice(0, 2).map((word) => named[word] ?? word);
}

export interface Gradient {
  kind: "linear" | "radial";
  angle: number;
  stops: { colour: Colour; at: number }[];
}

/** linear-gradient() and radial-gradient() (CSS Images Level 3 §3); null for what is neither. */
export function gradientOf(text: string, current: Colour): Gradient | null {
  const [, kind, inside = ""] =
    /^(?:-webkit-)?(?:repeating-)?(linear|radial)-gradient\(([\s\S]*)\)$/i.exec(text.trim()) ?? [];
  if (kind === undefined) return null;
  const parts = commaParts(inside);
  let angle = 180;
  const [head = ""] = parts;
  const turned = /^(-?[\d.]+)(deg|turn|rad|grad)$/.exec(head);
  if (turned)
    angle = Number(turned[1]) * { deg: 1, turn: 360, rad: 180 / Math.PI, grad: 0.9 }[turned[2] as "deg"];
  else if (head.startsWith("to ")) {
    const sides = head.slice(3);
    const vertical = /top/.test(sides) ? 0 : /bottom/.test(sides) ? 180 : null;
    const horizontal = /right/.test(sides) ? 90 : /left/.test(sides) ? 270 : null;
    angle =
      vertical === null
        ? (horizontal ?? 180)
        : horizontal === null
          ? vertical
          : horizontal === 90
            ? vertical === 0
              ? 45
              : 135
            : vertical === 0
              ? 315
              : 225;
  }
  const skip =
    turned || head.startsWith("to ") || (kind === "radial" && !colour(words(head)[0] ?? "", current)) ? 1 : 0;
  const raw = parts.slice(skip).map((part) => {
    const [first = "", place] = words(part);
    return {
      colour: colour(first, current),
      at: place?.endsWith("%") ? Number.parseFloat(place) / 100 : null,
    };
  });
  const known = raw.filter((stop): stop is { colour: Colour; at: number | null } => stop.colour !== null);
  if (known.length < 2) return null;
  const stops = known.map(({ colour: one, at: place }, index) => ({
    colour: one,
    at: place ?? index / (known.length - 1),
  }));
  return { kind: kind.toLowerCase() as Gradient["kind"], angle, stops };
}

let gradients = 0;

export function drawGradient(
  surface: Surface,
  { kind, angle, stops }: Gradient,
  rect: Rect,
  radius: number,
): void {
  if (rect.width < 0.1 || rect.height < 0.1) return;
  const id = `g${(gradients = (gradients + 1) % 1e9)}`;
  const [width, height] = [rect.width * POINT, rect.height * POINT];
  const turn = (angle * Math.PI) / 180;
  const reach = (Math.abs(width * Math.sin(turn)) + Math.abs(height * Math.cos(turn))) / 2;
  const [dx, dy] = [Math.sin(turn) * reach, -Math.cos(turn) * reach];
  const inner = stops.map(({ colour: one, at: place }, index) =>
    createElement(Stop, {
      key: index,
      offset: place,
      stopColor: hex(one),
      stopOpacity: one.alpha * surface.opacity,
    }),
  );
  const paint =
    kind === "linear"
      ? createElement(
          LinearGradient,
          {
            id,
            gradientUnits: "userSpaceOnUse",
            x1: width / 2 - dx,
            y1: height / 2 - dy,
            x2: width / 2 + dx,
            y2: height / 2 + dy,
          } as never,
          ...inner,
        )
      : createElement(
          RadialGradient,
          {
            id,
            gradientUnits: "userSpaceOnUse",
            cx: width / 2,
            cy: height / 2,
            r: Math.hypot(width, height) / 2,
            fr: 0,
          } as never,
          ...inner,
        );
  surface.add(
    createElement(
      Svg,
      { key: surface.key(), style: at(rect), viewBox: `0 0 ${width} ${height}` },
      createElement(Defs, {}, paint),
      createElement(SvgRect, {
        x: 0,
        y: 0,
        width,
        height,
        rx: radius * POINT,
        ry: radius * POINT,
        fill: `url(#${id})`,
      } as never),
    ),
  );
}

/** A link over a rectangle: to the web, to mail or telephone, or to a place in the document. */
export function addLink(file: PdfFile, href: string, rect: Rect, known: ReadonlySet<string>): void {
  const target = href.trim();
  const { left, top, width, height } = at(rect);
  if (/^(https?:|mailto:|tel:)/i.test(target)) file.link(left, top, width, height, target.slice(0, 2_000));
  else if (target.startsWith("#") && known.has(target.slice(1)))
    file.goTo(left, top, width, height, target.slice(1));
}

/** A place that links name, and an entry of the outline for a heading. */
export function addPlace(
  file: PdfFile,
  rect: Rect,
  { id, heading }: { id: string | null; heading: string | null },
): void {
  const { left, top } = at(rect);
  if (id) file.addNamedDestination(id, "XYZ", left, top, null);
  if (heading) file.outline.addItem(heading, { left, top, zoom: 0 });
}
