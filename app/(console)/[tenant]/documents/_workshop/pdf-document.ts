import * as pdfjs from "pdfjs-dist";

export type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

/** Worker for all documents of the page. Its script comes from this server. */
let worker: pdfjs.PDFWorker | undefined;

/** Opens a document. The caller must destroy it. Takes ownership of the bytes. */
export function openDocument(bytes: Uint8Array<ArrayBuffer>) {
  worker ??= pdfjs.PDFWorker.fromPort({
    port: new Worker(new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url), { type: "module" }),
  });
  // The document embeds its fonts and pictures. The reader must not fetch or evaluate anything.
  return pdfjs.getDocument({ data: bytes, worker, isEvalSupported: false, useSystemFonts: false });
}

/** Text of a page as transparent elements over its picture. */
export const textLayer = (options: ConstructorParameters<typeof pdfjs.TextLayer>[0]) =>
  new pdfjs.TextLayer(options);
