import type { Colour } from "../../css/colour";
import type { Pen } from "../pen";
import { hex, type Stroke } from "../surface";
import { firstColour, gradientFill } from "./gradient";
import { boundsOf, type Path } from "./path";
import { patternFill } from "./pattern";
import type { Paint, SvgStyle } from "./style";
import { countPath, type Content, type Walk } from "./walk";

/*
 * Fill and stroke of shapes (SVG 2 §13).
 */

/** Returns true for a pattern. Patterns can fill shapes, but not lines and text. */
export const isPattern = (paint: Paint, { ids }: Walk): boolean =>
  paint !== null && "id" in paint && ids.get(paint.id)?.name.toLowerCase() === "pattern";

/** Returns a paint as one colour. Returns null if the paint is invisible. */
export function flat(
  paint: Paint,
  opacity: number,
  style: SvgStyle,
  walk: Walk,
): { hex: string; alpha: number } | null {
  const found: Colour | null =
    paint && "id" in paint ? (firstColour(paint.id, style, walk) ?? paint.otherwise) : paint;
  const alpha = (found?.alpha ?? 0) * opacity;
  return found && alpha > 0 ? { hex: hex(found), alpha } : null;
}

/** Returns the functions that fill a shape and draw its line. */
export function shapeStrokes(
  { path, open }: { path: Path; open: boolean },
  style: SvgStyle,
  walk: Walk,
  content: Content,
): Stroke[] {
  if (path.length === 0) return [];
  countPath(path, walk);
  return [
    ...(open ? [] : fillStrokes(path, style, walk, content)),
    ...(style.strokeWidth > 0 ? lineStrokes(path, style, walk) : []),
  ];
}

function fillStrokes(path: Path, style: SvgStyle, walk: Walk, content: Content): Stroke[] {
  const { fill } = style;
  const rule = style.evenOdd ? "even-odd" : undefined;
  const opacity = style.fillOpacity * style.opacity;
  const named = fill && "id" in fill ? fill.id : null;
  const bounds = boundsOf(path);
  const gradient = named === null ? null : gradientFill(named, style, bounds, walk);
  if (gradient)
    return [
      (pen) =>
        pen
          .save()
          .path(path)
          .clip(rule)
          .transform(gradient.matrix)
          .shade(gradient.shading, opacity)
          .restore(),
    ];
  const pattern = named === null ? null : patternFill(named, style, opacity, bounds, walk, content);
  if (pattern)
    return [
      (pen) => {
        pattern(pen.save().path(path).clip(rule));
        pen.restore();
      },
    ];
  const colour = flat(fill, opacity, style, walk);
  return colour ? [(pen) => pen.path(path).fillColor(colour.hex, colour.alpha).fill(rule)] : [];
}

function lineStrokes(path: Path, style: SvgStyle, walk: Walk): Stroke[] {
  const { stroke } = style;
  const opacity = style.strokeOpacity * style.opacity;
  const draw = (pen: Pen) => {
    pen.lineWidth(style.strokeWidth);
    if (style.cap !== "butt") pen.lineCap(style.cap);
    if (style.join !== "miter") pen.lineJoin(style.join);
    else if (style.miterLimit !== 10) pen.miterLimit(style.miterLimit);
    if (style.dashes.length > 0) pen.dashes(style.dashes, phaseOf(style));
    pen.path(path).stroke();
  };
  const bounds = boundsOf(path);
  const gradient = stroke && "id" in stroke ? gradientFill(stroke.id, style, bounds, walk) : null;
  if (gradient) {
    // A PDF shading can fill only an area. Therefore, the line is drawn as a mask, and the shading is drawn through this mask.
    const wider = style.strokeWidth * Math.max(1, style.join === "miter" ? style.miterLimit / 2 : 0);
    const reach = {
      x: bounds.x - wider,
      y: bounds.y - wider,
      width: bounds.width + 2 * wider,
      height: bounds.height + 2 * wider,
    };
    return [
      (pen) => {
        pen.save().mask("Luminosity", reach, (inside) => draw(inside.strokeColor("#ffffff", 1)));
        pen.transform(gradient.matrix).shade(gradient.shading, opacity).restore();
      },
    ];
  }
  if (isPattern(stroke, walk)) walk.around.pictures.patternLeftOut("line");
  const colour = flat(stroke, opacity, style, walk);
  if (!colour) return [];
  return [
    (pen) => {
      draw(pen.save().strokeColor(colour.hex, colour.alpha));
      pen.restore();
    },
  ];
}

/** Returns the dash phase of a line. PDF does not allow a negative phase (ISO 32000-1 §8.4.3.6). */
function phaseOf({ dashes, dashOffset }: SvgStyle): number {
  const whole = dashes.reduce((sum, dash) => sum + dash, 0) * (dashes.length % 2 === 0 ? 1 : 2);
  return ((dashOffset % whole) + whole) % whole;
}
