import * as pdfjs from "pdfjs-dist";

export type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

/** One thread for all documents of the page; it comes from here, as everything does. */
let worker: pdfjs.PDFWorker | undefined;

/** Opens a document; whoever opens it destroys it. The bytes are given away. */
export function openDocument(bytes: Uint8Array<ArrayBuffer>) {
  worker ??= pdfjs.PDFWorker.fromPort({
    port: new Worker(new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url), { type: "module" }),
  });
  // Fonts and pictures are in the document; nothing is to be fetched or run for it.
  return pdfjs.getDocument({ data: bytes, worker, isEvalSupported: false, useSystemFonts: false });
}

/** A page's text as elements over its picture. */
export const textLayer = (options: ConstructorParameters<typeof pdfjs.TextLayer>[0]) =>
  new pdfjs.TextLayer(options);
