import type { Colour } from "../css/colour";
import type { PdfFile } from "./file";
import type { Pen } from "./pen";

/** Writes PDF operators. Coordinates are in pixels from the corner of the page. */
export type Stroke = (pen: Pen) => void;

/** Number of points in a pixel. */
export const POINT = 0.75;

const byte = (value: number) =>
  Math.max(0, Math.min(255, Math.round(value)))
    .toString(16)
    .padStart(2, "0");
export const hex = ({ red, green, blue }: Colour) => `#${byte(red)}${byte(green)}${byte(blue)}`;

/** Collects the painted content of a page in order. */
export class Surface {
  readonly strokes: Stroke[] = [];
  /** Opacity by which the opacity of all painted content is multiplied. */
  opacity = 1;

  constructor(readonly file: PdfFile) {}

  draw(stroke: Stroke) {
    this.strokes.push(stroke);
  }

  /** Paints content scaled down by the factor `times`. The corner of the page stays fixed. */
  smaller(times: number, inner: (surface: Surface) => void) {
    if (times === 1) inner(this);
    else this.group(inner, (pen) => pen.scale(1 / times));
  }

  /** Paints content with a clip or transform, which `begin` sets. */
  group(inner: (surface: Surface) => void, begin: Stroke) {
    const own = new Surface(this.file);
    own.opacity = this.opacity;
    inner(own);
    const { strokes } = own;
    if (strokes.length === 0) return;
    this.draw((pen) => {
      pen.save();
      begin(pen);
      for (const stroke of strokes) stroke(pen);
      pen.restore();
    });
  }
}
