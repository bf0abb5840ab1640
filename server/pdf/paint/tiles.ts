import type { Reference } from "pdfkit";
import type { PdfFile } from "./file";
import { round, shadingObjects, type Shading } from "./shading";

/*
 * Repeated gradients. Three nested form objects are used: a tile, a row of tiles, and all rows (ISO 32000-1 §8.10). A PDF
 * pattern is not used, because its position depends on the page and ignores the transform of the box.
 */

export interface TiledShading {
  /** Cache key of the tiles. Equal tiles have equal keys. */
  key: string;
  /** Creates the PDF objects of the tiles. Returns the outermost form object and its alpha. */
  make: (file: PdfFile) => { form: Reference; alpha: number };
}

/** Maximum number of tiles in a row, and of rows. More tiles would not be distinguishable. */
const MOST = 2_000;

export function tiledShading(
  shading: Shading,
  matrix: readonly number[],
  { width, height, across, down }: { width: number; height: number; across: number; down: number },
): TiledShading {
  const [columns, rows] = [Math.min(across, MOST), Math.min(down, MOST)];
  return {
    key: JSON.stringify([shading, matrix, width, height, columns, rows]),
    make: (file) => {
      const { shading: colours, alpha } = shadingObjects(file, shading);
      const mask = typeof alpha === "number" ? null : alpha;
      const tile = form(
        file,
        [width, height],
        { Shading: { S: colours }, ...(mask && { ExtGState: { G: mask } }) },
        `${matrix.join(" ")} cm\n${mask ? "/G gs\n" : ""}/S sh`,
      );
      const row = form(
        file,
        [width * columns, height],
        { XObject: { X: tile } },
        repeated(columns, width, 0),
      );
      const whole = form(
        file,
        [width * columns, height * rows],
        { XObject: { X: row } },
        repeated(rows, 0, height),
      );
      return { form: whole, alpha: typeof alpha === "number" ? alpha : 1 };
    },
  };
}

const repeated = (count: number, x: number, y: number) =>
  Array.from(
    { length: count },
    (_, index) => `q 1 0 0 1 ${round(index * x)} ${round(index * y)} cm /X Do Q`,
  ).join("\n");

function form(file: PdfFile, size: [number, number], resources: object, content: string): Reference {
  const reference = file.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, ...size.map(round)],
    Resources: resources,
  });
  reference.end(Buffer.from(content));
  return reference;
}
