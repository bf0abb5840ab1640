import type { Colour } from "../css/colour";
import type { Edge } from "../css/box-properties";
import type { Style } from "../css/style";
import { resolve, eachSide, type Sides } from "../css/values";
import type { Pen } from "./pen";
import { hex, type Surface } from "./surface";

/*
 * Backgrounds and borders of boxes (CSS Backgrounds and Borders Level 3).
 */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Radii = Sides<number>;

/** Returns the corner radii in pixels. Reduces the radii if corners would overlap. */
export function radiiOf({ radius }: Style, { width, height }: Rect): Radii {
  if (radius.every((one) => one === 0)) return [0, 0, 0, 0];
  const raw = radius.map((one) => Math.max(0, resolve(one, Math.min(width, height))));
  const [a, b, c, d] = raw as [number, number, number, number];
  const share = Math.min(1, width / Math.max(a + b, c + d, 0.001), height / Math.max(a + d, b + c, 0.001));
  return [a * share, b * share, c * share, d * share];
}

const K = 0.5523;

/** Adds a rectangle with rounded corners to the current path. */
export function trace(pen: Pen, { x, y, width, height }: Rect, radii: Radii): void {
  const [a, b, c, d] = radii;
  if (a + b + c + d === 0) {
    pen.rect(x, y, width, height);
    return;
  }
  const [right, bottom] = [x + width, y + height];
  pen.moveTo(x + a, y).lineTo(right - b, y);
  if (b > 0) pen.bezierCurveTo(right - b * (1 - K), y, right, y + b * (1 - K), right, y + b);
  pen.lineTo(right, bottom - c);
  if (c > 0) pen.bezierCurveTo(right, bottom - c * (1 - K), right - c * (1 - K), bottom, right - c, bottom);
  pen.lineTo(x + d, bottom);
  if (d > 0) pen.bezierCurveTo(x + d * (1 - K), bottom, x, bottom - d * (1 - K), x, bottom - d);
  pen.lineTo(x, y + a);
  if (a > 0) pen.bezierCurveTo(x, y + a * (1 - K), x + a * (1 - K), y, x + a, y);
}

export function fillRect(surface: Surface, rect: Rect, colour: Colour, radii: Radii = [0, 0, 0, 0]): void {
  const alpha = colour.alpha * surface.opacity;
  if (alpha <= 0 || rect.width <= 0 || rect.height <= 0) return;
  const fill = hex(colour);
  surface.draw((pen) => {
    trace(pen, rect, radii);
    pen.fillColor(fill, alpha).fill();
  });
}

const same = ([first, ...rest]: Sides<Edge>) =>
  rest.every(
    ({ width, style, color }) =>
      width === first.width &&
      style === first.style &&
      hex(color) === hex(first.color) &&
      color.alpha === first.color.alpha,
  );

/** Draws the borders of a box. The borders are inside the rectangle. */
export function drawBorders(surface: Surface, rect: Rect, edges: Sides<Edge>, radii: Radii): void {
  const seen = edges.filter(
    ({ width, style, color }) => width > 0 && style !== "none" && style !== "hidden" && color.alpha > 0,
  );
  if (seen.length === 0) return;
  const round = radii.some((radius) => radius > 0);
  if (round && same(edges)) return ring(surface, rect, edges[0], radii);
  if (round) {
    surface.draw((pen) => {
      pen.save();
      trace(pen, rect, radii);
      pen.clip();
    });
  }
  for (const [side, edge] of edges.entries()) if (edge.width > 0) drawSide(surface, rect, side, edges);
  if (round) surface.draw((pen) => pen.restore());
}

/** Draws the outline of a box (CSS Basic User Interface Level 4 §3). */
export function drawOutline(
  surface: Surface,
  { x, y, width, height }: Rect,
  { outline, outlineOffset }: Style,
  radii: Radii,
): void {
  const out = outlineOffset + outline.width;
  const around = { x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out };
  if (around.width <= 0 || around.height <= 0) return;
  const curves = eachSide(radii, (radius) => (radius > 0 ? Math.max(0, radius + out) : 0));
  drawBorders(surface, around, [outline, outline, outline, outline], curves);
}

function ring(surface: Surface, rect: Rect, edge: Edge, radii: Radii) {
  const { width, style, color } = edge;
  const alpha = color.alpha * surface.opacity;
  if (alpha <= 0 || width <= 0) return;
  if (style === "double" && width >= 3) {
    const third: Edge = { ...edge, style: "solid", width: width / 3 };
    const apart = (width * 2) / 3;
    ring(surface, rect, third, radii);
    ring(surface, smaller(rect, apart), third, rounder(radii, apart));
    return;
  }
  const inner = smaller(rect, width / 2);
  const curves = rounder(radii, width / 2);
  const stroke = hex(color);
  surface.draw((pen) => {
    pen.save();
    dashed(pen, style, width);
    trace(pen, inner, curves);
    pen.lineWidth(width).strokeColor(stroke, alpha).stroke().restore();
  });
}

/** Returns a rectangle that is smaller by `by` on each side. */
const smaller = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});
const rounder = (radii: Radii, by: number): Radii => eachSide(radii, (radius) => Math.max(0, radius - by));

function dashed(pen: Pen, style: Edge["style"], width: number) {
  if (style === "dashed") pen.dash(Math.max(2, width * 2), { space: Math.max(2, width) });
  if (style === "dotted") {
    if (width >= 2) pen.lineCap("round").dash(0.01, { space: width * 2 });
    else pen.dash(width, { space: width });
  }
}

/** Directions from each side into the box: top, right, bottom, left. */
const INWARDS = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;

/**
 * Draws the border of one side. A solid border is a trapezium, because its corners must fit to the adjacent borders. A dashed
 * border is a line.
 */
function drawSide(surface: Surface, { x, y, width, height }: Rect, side: number, edges: Sides<Edge>) {
  const edge = edges[side]!;
  const alpha = edge.color.alpha * surface.opacity;
  if (edge.style === "none" || edge.style === "hidden" || alpha <= 0) return;
  const [top, right, bottom, left] = edges.map((one) =>
    one.style === "none" || one.style === "hidden" ? 0 : one.width,
  ) as [number, number, number, number];
  const colour = hex(edge.color);
  const [x2, y2] = [x + width, y + height];
  type Point = [x: number, y: number];
  const outer: Point[] = [
    [x, y],
    [x2, y],
    [x2, y2],
    [x, y2],
  ];
  const inner: Point[] = [
    [x + left, y + top],
    [x2 - right, y + top],
    [x2 - right, y2 - bottom],
    [x + left, y2 - bottom],
  ];
  // From left to right, or from top to bottom.
  const [start, end] = side < 2 ? [side, side + 1] : [(side + 1) % 4, side];
  if (edge.style === "solid" || (edge.style === "double" && edge.width < 3)) {
    surface.draw((pen) =>
      pen.polygon(outer[start]!, outer[end]!, inner[end]!, inner[start]!).fillColor(colour, alpha).fill(),
    );
    return;
  }
  const [across, down] = INWARDS[side]!;
  const line = (inset: number, thick: number) => {
    const at = (corner: number): Point => [
      outer[corner]![0] + across * inset,
      outer[corner]![1] + down * inset,
    ];
    surface.draw((pen) => {
      pen.save();
      dashed(pen, edge.style, thick);
      pen
        .moveTo(...at(start))
        .lineTo(...at(end))
        .lineWidth(thick)
        .strokeColor(colour, alpha)
        .stroke()
        .restore();
    });
  };
  if (edge.style === "double") {
    const third = edge.width / 3;
    line(third / 2, third);
    line(edge.width - third / 2, third);
  } else line(edge.width / 2, edge.width);
}

/** Draws an inset shadow as a frame inside the borders. The shadow has no blur. */
export function drawInsetShadow(
  surface: Surface,
  rect: Rect,
  shadow: { x: number; y: number; spread: number; color: Colour },
  radii: Radii,
): void {
  const hole = {
    x: rect.x + shadow.x + shadow.spread,
    y: rect.y + shadow.y + shadow.spread,
    width: rect.width - 2 * shadow.spread,
    height: rect.height - 2 * shadow.spread,
  };
  const inner = eachSide(radii, (radius) => Math.max(0, radius - shadow.spread));
  surface.draw((pen) => {
    pen.save();
    trace(pen, rect, radii);
    pen.clip();
    if (hole.width <= 0 || hole.height <= 0) return;
    pen.rect(rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2);
    trace(pen, hole, inner);
    pen.clip("even-odd");
  });
  fillRect(surface, rect, shadow.color);
  surface.draw((pen) => pen.restore());
}

/** Draws the shadow of a box. Approximates blur by rings with decreasing opacity. */
export function drawShadow(
  surface: Surface,
  rect: Rect,
  shadow: { x: number; y: number; blur: number; spread: number; color: Colour },
  radii: Radii,
): void {
  // The box itself is excluded from the shadow, as CSS requires.
  surface.draw((pen) => {
    pen.save().rect(rect.x - 500, rect.y - 500, rect.width + 1_000, rect.height + 1_000);
    trace(pen, rect, radii);
    pen.clip("even-odd");
  });
  const steps = shadow.blur > 0 ? Math.min(8, Math.max(2, Math.ceil(shadow.blur / 3))) : 1;
  for (let step = 0; step < steps; step++) {
    const grow = shadow.spread + (steps === 1 ? 0 : shadow.blur * (0.5 - step / (steps - 1)));
    const around = {
      x: rect.x + shadow.x - grow,
      y: rect.y + shadow.y - grow,
      width: rect.width + 2 * grow,
      height: rect.height + 2 * grow,
    };
    const curves = eachSide(radii, (radius) => Math.max(0, radius + grow));
    fillRect(
      surface,
      around,
      { ...shadow.color, alpha: 1 - (1 - shadow.color.alpha) ** (1 / steps) },
      curves,
    );
  }
  surface.draw((pen) => pen.restore());
}
