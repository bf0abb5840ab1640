import { inflateSync } from "node:zlib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { wordsIn } from "../kernel/texts/text";
import { render, type RenderJob } from "./render";

export interface Word {
  text: string;
  page: number;
  /** Position in CSS pixels from the top left corner of the page. */
  x: number;
  y: number;
  size: number;
}

/** Renders a template. Returns the words of the PDF with their positions, and other values that tests check. */
export async function shown(template: string, job: Partial<RenderJob> = {}) {
  const { pdf, warnings } = await render({ data: {}, options: {}, ...job, template });
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const words: Word[] = [];
  const sizes: string[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const one = await document.getPage(page);
    const [, , width = 0, height = 0] = one.view;
    sizes.push(`${Math.round(width / 0.75)}x${Math.round(height / 0.75)}`);
    for (const item of (await one.getTextContent()).items)
      if ("str" in item && item.str.trim() !== "") {
        const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[];
        words.push({
          text: item.str.trim(),
          page,
          x: x / 0.75,
          y: (height - y) / 0.75,
          size: Math.hypot(a, b) / 0.75,
        });
      }
  }
  const at = (text: string): Word => {
    const found = words.find((word) => word.text === text);
    if (!found) throw new Error(`${text} is not among: ${words.map((word) => word.text).join(", ")}`);
    return found;
  };
  return {
    words,
    at,
    warnings: warnings.map(wordsIn("en")),
    pages: document.numPages,
    /** Size of each page in pixels, as `width x height`. */
    sizes,
    text: words.map(({ text }) => text).join(" "),
    /** The PDF file as text. Compressed streams are not decompressed. */
    file: Buffer.from(pdf).toString("latin1"),
  };
}

/** Returns the decompressed operators of all streams in a PDF file. */
export const operators = (file: string): string =>
  [...file.matchAll(/stream\r?\n([\s\S]*?)(?:\nendstream|$)/g)]
    .map(([, packed = ""]) => {
      try {
        return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
      } catch {
        return packed;
      }
    })
    .join("\n");

/** Start of a test document without margins, with text of 10px. */
export const bare = "<!doctype html><style>body { margin: 0; font: 10px Arial } p { margin: 0 }</style>";
