import * as pdfjs from "pdfjs-dist";

export type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

/** Web worker that parses all PDF documents of the page. This server serves the script of the worker. */
let worker: pdfjs.PDFWorker | undefined;

/** Opens a PDF document. Detaches `bytes` by moving them to the worker. The caller must destroy the document. */
export function openDocument(bytes: Uint8Array<ArrayBuffer>) {
  worker ??= pdfjs.PDFWorker.fromPort({
    port: new Worker(new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url), { type: "module" }),
  });
  // These options prevent pdf.js from evaluating code and from reading system fonts. The document embeds its fonts.
  return pdfjs.getDocument({ data: bytes, worker, isEvalSupported: false, useSystemFonts: false });
}

/** Creates a layer with the text of a page. The text is transparent and lies over the painted page, for selection. */
export const textLayer = (options: ConstructorParameters<typeof pdfjs.TextLayer>[0]) =>
  new pdfjs.TextLayer(options);
