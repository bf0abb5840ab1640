import { Canvas, View } from "@react-pdf/renderer";
import { createElement, type ReactElement } from "react";
import type { Colour } from "../css/colour";

/*
 * What is painted, in order: strokes of a pen where a pen will do, elements of react-pdf (pictures, links) between them.
 * In pixels from the page's corner.
 */

/** What react-pdf's canvas gives to paint with: pdfkit's methods. */
export interface Pen {
  save: () => Pen;
  restore: () => Pen;
  scale: (by: number) => Pen;
  translate: (x: number, y: number) => Pen;
  rotate: (degrees: number, options?: { origin: [number, number] }) => Pen;
  rect: (x: number, y: number, width: number, height: number) => Pen;
  roundedRect: (x: number, y: number, width: number, height: number, radius: number) => Pen;
  moveTo: (x: number, y: number) => Pen;
  lineTo: (x: number, y: number) => Pen;
  bezierCurveTo: (x1: number, y1: number, x2: number, y2: number, x: number, y: number) => Pen;
  polygon: (...points: [number, number][]) => Pen;
  clip: (rule?: "even-odd") => Pen;
  fill: (rule?: "even-odd") => Pen;
  stroke: () => Pen;
  lineWidth: (width: number) => Pen;
  lineCap: (cap: "butt" | "round" | "square") => Pen;
  dash: (length: number, options: { space: number }) => Pen;
  fillColor: (colour: string, opacity: number) => Pen;
  strokeColor: (colour: string, opacity: number) => Pen;
  font: (source: object, family: string, size: number) => Pen;
  text: (text: string, x: number, y: number, options: object) => Pen;
}

export type Stroke = (pen: Pen) => void;

const methods = [
  "save",
  "restore",
  "scale",
  "translate",
  "rotate",
  "rect",
  "roundedRect",
  "moveTo",
  "lineTo",
  "bezierCurveTo",
  "polygon",
  "clip",
  "fill",
  "stroke",
  "lineWidth",
  "lineCap",
  "dash",
  "fillColor",
  "strokeColor",
  "font",
  "text",
] as const;

/** A pen that says a colour or a font only when it changes: most of what it says would be that. */
function careful(raw: Pen): Pen {
  const pen = {} as Record<string, (...values: never[]) => unknown>;
  for (const name of methods)
    pen[name] = (...values: never[]) => {
      (raw[name] as (...all: never[]) => unknown)(...values);
      return pen;
    };
  let fill = "";
  let font = "";
  const before: string[] = [];
  pen["save"] = () => {
    before.push(fill);
    raw.save();
    return pen;
  };
  pen["restore"] = () => {
    fill = before.pop() ?? "";
    raw.restore();
    return pen;
  };
  pen["fillColor"] = (colour: string, opacity: number) => {
    const wanted = `${colour} ${opacity}`;
    if (wanted !== fill) raw.fillColor(colour, opacity);
    fill = wanted;
    return pen;
  };
  pen["font"] = (source: object, family: string, size: number) => {
    const wanted = `${family} ${size}`;
    if (wanted !== font) raw.font(source, family, size);
    font = wanted;
    return pen;
  };
  return pen as unknown as Pen;
}

/** Pixels to points. */
export const POINT = 0.75;

const byte = (value: number) =>
  Math.max(0, Math.min(255, Math.round(value)))
    .toString(16)
    .padStart(2, "0");
export const hex = ({ red, green, blue }: Colour) => `#${byte(red)}${byte(green)}${byte(blue)}`;

/** A canvas does not clip: its own size does not matter. */
const CANVAS = { position: "absolute", left: 0, top: 0, width: 1, height: 1 } as const;

export class Surface {
  private strokes: Stroke[] = [];
  private keys = 0;
  readonly elements: ReactElement[] = [];
  /** Multiplies with what is painted. */
  opacity = 1;

  /** A key for the next element. */
  key(): number {
    return (this.keys += 1);
  }

  draw(stroke: Stroke) {
    this.strokes.push(stroke);
  }

  add(element: ReactElement) {
    this.flush();
    this.elements.push(element);
  }

  private flush() {
    if (this.strokes.length === 0) return;
    const strokes = this.strokes;
    this.strokes = [];
    const paint = (raw: Pen) => {
      const pen = careful(raw);
      pen.scale(POINT);
      for (const stroke of strokes) stroke(pen);
      return null;
    };
    this.elements.push(createElement(Canvas, { key: this.key(), style: CANVAS, paint }));
  }

  /** Everything painted so far, as elements of a page. */
  finish(): ReactElement[] {
    this.flush();
    return this.elements;
  }

  /**
   * Paints something that is clipped or turned as one: by the pen where that is enough, else as a view around its elements.
   */
  group(inner: (surface: Surface) => void, begin: Stroke, style: object, offset: { x: number; y: number }) {
    const own = new Surface();
    own.opacity = this.opacity;
    inner(own);
    if (own.elements.length === 0) {
      const { strokes } = own;
      if (strokes.length > 0)
        this.draw((pen) => {
          pen.save();
          begin(pen);
          for (const stroke of strokes) stroke(pen);
          pen.restore();
        });
      return;
    }
    const page = {
      position: "absolute",
      left: -offset.x * POINT,
      top: -offset.y * POINT,
      width: 20_000,
      height: 20_000,
    } as const;
    const content = own
      .finish()
      .map((element, index) => createElement(View, { key: index, style: page }, element));
    this.add(
      createElement(
        View,
        { key: this.key(), style: { position: "absolute", ...style } as never },
        ...content,
      ),
    );
  }
}
