import { Canvas, View } from "@react-pdf/renderer";
import { createElement, type ReactElement } from "react";
import type { Colour } from "../css/colour";
import type { PdfFile } from "./file";
import { Pen } from "./pen";

/*
 * Painted content in order: strokes of the pen, and react-pdf elements for pictures and links. In pixels from the
 * corner of the page.
 */

export type Stroke = (pen: Pen) => void;

/** Points in a pixel. */
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

/** The style of a view that is larger than any page, so that it clips nothing. */
const ALL = { left: 0, top: 0, width: 20_000, height: 20_000 } as const;

/** The style of a canvas. A canvas does not clip, so its size does not matter. */
const CANVAS = { position: "absolute", left: 0, top: 0, width: 1, height: 1 } as const;

export class Surface {
  private strokes: Stroke[] = [];
  private keys = 0;
  readonly elements: ReactElement[] = [];
  /** Factor by which the opacity of painted content is multiplied. */
  opacity = 1;

  /** `penOnly`: true if only strokes are allowed, because a view cannot express the clip. */
  constructor(
    readonly file: PdfFile,
    readonly penOnly = false,
  ) {}

  /** Returns a key for the next element. */
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
        // The type of this property expects a painter of pdfkit and its return value, which react-pdf ignores.
        paint: (() => paint(strokes, this.file)) as never,
      }),
    );
  }

  /** Returns everything painted so far as elements of a page. */
  finish(): ReactElement[] {
    this.flush();
    return this.elements;
  }

  /** Paints content at 1/`times` of its size, from the corner of the page. */
  smaller(times: number, inner: (surface: Surface) => void) {
    if (times === 1) return inner(this);
    const scale = 1 / times;
    const style = { ...ALL, transform: `scale(${scale}, ${scale})`, transformOrigin: "0 0" };
    this.group(inner, (pen) => pen.scale(scale), style, { x: 0, y: 0 });
  }

  /** Paints content within a clip. */
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
   * Paints content with a clip or transform. Uses the pen if the content has no elements, otherwise a view around the
   * elements.
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
        // `object` is wider than the style type of react-pdf.
        { key: this.key(), style: { position: "absolute", ...style } as never },
        ...content,
      ),
    );
  }
}
