import { Canvas, View } from "@react-pdf/renderer";
import { createElement, type ReactElement } from "react";
import type { Colour } from "../css/colour";
import type { PdfFile } from "./file";
import { Pen } from "./pen";

/*
 * Collects the painted content of a page in order. The content consists of functions that write PDF operators, and of react-pdf
 * elements for pictures. Coordinates are in pixels from the corner of the page.
 */

export type Stroke = (pen: Pen) => void;

/** Number of points in a pixel. */
export const POINT = 0.75;

const byte = (value: number) =>
  Math.max(0, Math.min(255, Math.round(value)))
    .toString(16)
    .padStart(2, "0");
export const hex = ({ red, green, blue }: Colour) => `#${byte(red)}${byte(green)}${byte(blue)}`;

function paint(strokes: readonly Stroke[], file: PdfFile) {
  const pen = new Pen(file).scale(POINT);
  for (const stroke of strokes) stroke(pen);
}

/** Style of a react-pdf view that is larger than any page. Such a view clips nothing. */
const ALL = { left: 0, top: 0, width: 20_000, height: 20_000 } as const;

/** Style of a react-pdf canvas. The size can be small, because a canvas does not clip its content. */
const CANVAS = { position: "absolute", left: 0, top: 0, width: 1, height: 1 } as const;

export class Surface {
  private strokes: Stroke[] = [];
  private keys = 0;
  readonly elements: ReactElement[] = [];
  /** Opacity by which the opacity of all painted content is multiplied. */
  opacity = 1;

  /**
   * `penOnly` is true if the content must consist of PDF operators only. A surface within a clip needs this, because a
   * react-pdf view does not support all clips.
   */
  constructor(
    readonly file: PdfFile,
    readonly penOnly = false,
  ) {}

  /** Returns a React key that no other element of the surface has. */
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
    this.elements.push(
      createElement(Canvas, {
        key: this.key(),
        style: CANVAS,
        // The cast is needed because the declared type expects a pdfkit painter as return value. react-pdf ignores the return
        // value.
        paint: (() => paint(strokes, this.file)) as never,
      }),
    );
  }

  /** Returns the painted content as react-pdf elements. */
  finish(): ReactElement[] {
    this.flush();
    return this.elements;
  }

  /** Paints content scaled down by the factor `times`. The corner of the page stays fixed. */
  smaller(times: number, inner: (surface: Surface) => void) {
    if (times === 1) return inner(this);
    const scale = 1 / times;
    const style = { ...ALL, transform: `scale(${scale}, ${scale})`, transformOrigin: "0 0" };
    this.group(inner, (pen) => pen.scale(scale), style, { x: 0, y: 0 });
  }

  /** Paints content that is clipped by `clip`. */
  clipped(inner: (surface: Surface) => void, clip: Stroke) {
    const own = new Surface(this.file, true);
    own.opacity = this.opacity;
    inner(own);
    const { strokes } = own;
    if (strokes.length > 0)
      this.draw((pen) => {
        pen.save();
        clip(pen);
        for (const stroke of strokes) stroke(pen);
        pen.restore();
      });
  }

  /**
   * Paints content with a clip or transform. If the content has only PDF operators, `begin` sets the clip or transform.
   * Otherwise, a react-pdf view with `style` contains the content.
   */
  group(inner: (surface: Surface) => void, begin: Stroke, style: object, offset: { x: number; y: number }) {
    const own = new Surface(this.file, this.penOnly);
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
    const page = { ...ALL, position: "absolute", left: -offset.x * POINT, top: -offset.y * POINT } as const;
    const content = own
      .finish()
      .map((element, index) => createElement(View, { key: index, style: page }, element));
    this.add(
      createElement(
        View,
        // The cast is needed because the type `object` is wider than the style type of react-pdf.
        { key: this.key(), style: { position: "absolute", ...style } as never },
        ...content,
      ),
    );
  }
}
