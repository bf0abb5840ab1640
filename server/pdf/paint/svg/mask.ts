import type { Element } from "domhandler";
import type { Stroke } from "../surface";
import { unitsOf } from "./clip";
import { identity, matrixOf, multiplied } from "./matrix";
import { boundsOf, rectangle, transformed } from "./path";
import { lengthIn, styled, propertiesOf, type SvgStyle, type Properties } from "./style";
import { MOST_USES, namedBy, type Content, type Walk } from "./walk";

/* Masks by luminance or by alpha (CSS Masking Level 1 §6). */

/** Returns a function that masks the following content until `restore` of the pen. Returns null if the element has no mask. */
export function maskOf(
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
