import { type Element, isTag } from "domhandler";
import { viewBoxOf, type Drawing } from "../../pictures/picture";
import type { Rect } from "../decorations";
import type { Stroke } from "../surface";
import { clipOf, clipTo, type Clip, unitsOf, shapeOf } from "./clip";
import { markerStrokes } from "./marker";
import { fittedBy, identity, matrixOf, moved, viewMatrix, type Matrix, multiplied } from "./matrix";
import {
  hrefOf,
  idsIn,
  aspectOf,
  MOST_NODES,
  MOST_USES,
  placeOf,
  type Around,
  type Walk,
  namedBy,
  type Content,
} from "./walk";
import { flat, isPattern, shapeStrokes } from "./painted";
import { rectangle, boundsOf, transformed } from "./path";
import { outermost, styled, propertiesOf, type SvgStyle, type Properties, lengthIn } from "./style";
import { textStrokes } from "./text";

/*
 * Draws SVG with PDF operators: shapes, groups, gradients, patterns, markers, masks, text and pictures. References to other
 * files are ignored.
 */

const DEEPEST = 40;

/** Returns a function that draws an SVG drawing into a rectangle. Returns null if nothing is visible. */
export function drawingStrokes(drawing: Drawing, rect: Rect, around: Around): Stroke | null {
  const strokes = rootStrokes(drawing, rect, around, { nodes: 0, segments: 0 }, 0);
  if (strokes.length === 0) return null;
  const clipped = !drawing.inline || around.style?.clip !== false;
  return (pen) => {
    pen.save();
    if (clipped) pen.rect(rect.x, rect.y, rect.width, rect.height).clip();
    pen.translate(rect.x, rect.y);
    for (const stroke of strokes) stroke(pen);
    pen.restore();
  };
}

function rootStrokes(
  { svg, width, height, declared, inline }: Drawing,
  room: { width: number; height: number },
  around: Around,
  count: Walk["count"],
  uses: number,
): Stroke[] {
  const box = viewBoxOf(svg);
  // Without a viewBox, an svg element of the document is not scaled. An SVG file is scaled from its own size to the rectangle.
  const own = inline ? room : { width: width ?? room.width, height: height ?? room.height };
  const view = box
    ? viewMatrix(box, aspectOf(svg), room)
    : viewMatrix([0, 0, own.width, own.height], "none", room);
  // An SVG file does not inherit the text style of the document, and cannot use the fonts of its style sheets.
  const begun = inline ? outermost(around.style, around.fonts.faces) : outermost(null, new Set());
  const walk: Walk = {
    ids: idsIn(svg),
    declared,
    size: box ? { width: box[2], height: box[3] } : own,
    count,
    around,
    begun,
    depth: 0,
    uses,
  };
  const properties = new Map(propertiesOf(svg, declared));
  // The opacity of an svg element in the document is already applied to the box of the element.
  if (inline) properties.delete("opacity");
  const style = styled(properties, { ...begun, opacity: around.opacity }, walk.size);
  return grouped(childStrokes(svg, style, walk), view);
}

/** Applies a transform, a clip and a mask to drawing functions. */
function grouped(
  strokes: Stroke[],
  matrix: Matrix,
  clip: Clip | null = null,
  mask: Stroke | null = null,
): Stroke[] {
  if (strokes.length === 0) return [];
  const moves = matrix.some((value, index) => value !== identity[index]);
  if (!moves && !clip && !mask) return strokes;
  return [
    (pen) => {
      pen.save();
      if (moves) pen.transform(matrix);
      if (clip) clipTo(pen, clip);
      mask?.(pen);
      for (const stroke of strokes) stroke(pen);
      pen.restore();
    },
  ];
}

const childStrokes = (element: Element, style: SvgStyle, walk: Walk): Stroke[] =>
  walk.depth > DEEPEST
    ? []
    : element.children.flatMap((child) =>
        isTag(child) ? elementStrokes(child, style, { ...walk, depth: walk.depth + 1 }) : [],
      );

const GROUPS = new Set(["g", "a", "switch"]);
/** Elements that can have markers. */
const MARKED = new Set(["path", "line", "polyline", "polygon"]);

function elementStrokes(element: Element, parent: SvgStyle, walk: Walk): Stroke[] {
  if ((walk.count.nodes += 1) > MOST_NODES) return [];
  const name = element.name.toLowerCase();
  const properties = propertiesOf(element, walk.declared);
  if (properties.get("display") === "none") return [];
  const style = styled(properties, parent, walk.size);
  if (style.opacity <= 0) return [];
  const matrix = matrixOf(properties.get("transform"));
  const clip = clipOf(element, properties, style, walk);
  const mask = maskOf(element, properties, style, walk, childStrokes);
  const inner = (): Stroke[] => {
    if (GROUPS.has(name)) return childStrokes(element, style, walk);
    if (name === "use") return usedStrokes(element, properties, style, walk);
    if (name === "svg")
      return viewStrokes(element, properties, style, walk, placeOf(properties, style, walk));
    if (name === "image") return imageStrokes(element, properties, style, walk);
    if (name === "text")
      return textStrokes(element, properties, style, {
        fonts: walk.around.fonts,
        declared: walk.declared,
        size: walk.size,
        counts: () => (walk.count.nodes += 1) <= MOST_NODES,
        paint: (own) => {
          if (isPattern(own.fill, walk)) walk.around.pictures.patternLeftOut("text");
          return flat(own.fill, own.fillOpacity * own.opacity, own, walk);
        },
      });
    const shape = style.visible ? shapeOf(name, properties, style, walk.size) : null;
    if (!shape) return [];
    const strokes = shapeStrokes(shape, style, walk, childStrokes);
    return MARKED.has(name) ? [...strokes, ...markerStrokes(shape.path, style, walk, childStrokes)] : strokes;
  };
  return grouped(inner(), matrix, clip, mask);
}

/** Draws a nested svg element or a symbol in its own viewport (SVG 2 §8.2). */
function viewStrokes(
  element: Element,
  properties: Properties,
  style: SvgStyle,
  walk: Walk,
  place: Rect,
): Stroke[] {
  if (!(place.width > 0) || !(place.height > 0)) return [];
  const box = viewBoxOf(element);
  const size = box ? { width: box[2], height: box[3] } : place;
  const children = childStrokes(element, style, { ...walk, size });
  const open = /^(visible|auto)$/.test(properties.get("overflow") ?? "hidden");
  const clip = open ? null : { path: rectangle(0, 0, place.width, place.height), evenOdd: false };
  const view = box ? viewMatrix(box, aspectOf(element), place) : identity;
  return grouped(grouped(children, view), moved(place.x, place.y), clip);
}

function usedStrokes(element: Element, properties: Properties, style: SvgStyle, around: Walk): Stroke[] {
  const target = around.ids.get(hrefOf(element).slice(1));
  if (!target || around.uses >= MOST_USES) return [];
  const walk = { ...around, depth: around.depth + 1, uses: around.uses + 1 };
  const place = placeOf(properties, style, walk);
  if (target.name !== "symbol" && target.name !== "svg")
    return grouped(elementStrokes(target, style, walk), moved(place.x, place.y));
  const own = propertiesOf(target, walk.declared);
  const sized = target.name === "svg" ? placeOf(own, style, walk) : { ...place, x: 0, y: 0 };
  return viewStrokes(target, own, styled(own, style, walk.size), walk, {
    x: place.x + sized.x,
    y: place.y + sized.y,
    width: properties.has("width") ? place.width : sized.width,
    height: properties.has("height") ? place.height : sized.height,
  });
}

function imageStrokes(element: Element, properties: Properties, style: SvgStyle, walk: Walk): Stroke[] {
  const picture =
    style.visible && walk.uses < MOST_USES ? walk.around.pictures.fromSource(hrefOf(element), "image") : null;
  if (!picture) return [];
  const auto = (name: "width" | "height") => (properties.get(name) ?? "auto") === "auto";
  const ratio = picture.kind === "drawing" ? picture.ratio : picture.width / picture.height;
  const place = placeOf(properties, style, walk);
  const room = {
    width: auto("width")
      ? auto("height") || !ratio
        ? (picture.width ?? 300)
        : place.height * ratio
      : place.width,
    height: auto("height")
      ? auto("width") || !ratio
        ? (picture.height ?? 150)
        : place.width / ratio
      : place.height,
  };
  if (!(room.width > 0) || !(room.height > 0)) return [];
  const clip = { path: rectangle(0, 0, room.width, room.height), evenOdd: false };
  if (picture.kind === "drawing") {
    const around = { ...walk.around, style: null, opacity: style.opacity };
    const inner = rootStrokes(picture, room, around, walk.count, walk.uses + 1);
    return grouped(inner, moved(place.x, place.y), clip);
  }
  const { x, y, across, down, cut } = fittedBy(aspectOf(element), picture, room);
  const [width, height] = [picture.width * across, picture.height * down];
  const image: Stroke = (pen) => pen.image(picture.data, x, y, width, height, style.opacity);
  return grouped([image], moved(place.x, place.y), cut ? clip : null);
}

/* Masks by luminance or by alpha (CSS Masking Level 1 §6). */

/** Returns a function that masks the following content until `restore` of the pen. Returns null if the element has no mask. */
function maskOf(
  element: Element,
  properties: Properties,
  style: SvgStyle,
  walk: Walk,
  content: Content,
): Stroke | null {
  const target = namedBy(properties.get("mask"), walk);
  if (target?.name.toLowerCase() !== "mask" || walk.uses >= MOST_USES) return null;
  const own = propertiesOf(target, walk.declared);
  const byBox = (name: string, usual: string) =>
    (own.get(name) ?? usual).toLowerCase() === "objectboundingbox";
  const shares = byBox("maskunits", "objectBoundingBox");
  const sharesInside = byBox("maskcontentunits", "userSpaceOnUse");
  const units = shares || sharesInside ? unitsOf(element, properties, style, walk) : identity;
  if (!units) return null;
  const size = shares ? { width: 1, height: 1 } : walk.size;
  const side = (name: string, base: number, usual: string) => lengthIn(own.get(name) ?? usual, style, base);
  const room = rectangle(
    side("x", size.width, "-10%"),
    side("y", size.height, "-10%"),
    side("width", size.width, "120%"),
    side("height", size.height, "120%"),
  );
  const inner = sharesInside ? units : identity;
  const strokes = content(target, styled(own, walk.begun, walk.size), {
    ...walk,
    depth: walk.depth + 1,
    uses: walk.uses + 1,
  });
  const matrix = multiplied(inner, matrixOf(own.get("transform")));
  const kind = own.get("mask-type") === "alpha" ? "Alpha" : "Luminosity";
  return (pen) => {
    pen.mask(kind, boundsOf(shares ? transformed(room, units) : room), (inside) => {
      inside.transform(matrix);
      for (const stroke of strokes) stroke(inside);
    });
  };
}
