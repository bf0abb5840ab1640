/** What is used of pdfkit, which comes without types (0.20). */
declare module "pdfkit" {
  import { Readable } from "node:stream";

  export interface Reference {
    data: Record<string, unknown>;
    compress: boolean;
    write: (bytes: Uint8Array) => void;
    end: (bytes?: Uint8Array) => void;
  }
  interface Page {
    content: Reference;
    resources: Reference;
    xobjects: Record<string, Reference | undefined>;
    /** The fonts that the page names. */
    fonts: Record<string, Reference | undefined>;
  }
  /** A picture that was opened; in the file when it is embedded. */
  export interface Picture {
    label: string;
    obj?: Reference;
    /** Of a JPEG: how its camera says that it is to be turned, from 1 to 8. */
    orientation?: number;
    embed: (document: PDFDocument) => void;
  }
  interface Options {
    autoFirstPage?: boolean;
    displayTitle?: boolean;
    lang?: string;
    info?: Record<string, string | Date>;
  }
  export default class PDFDocument extends Readable {
    constructor(options: Options);
    page: Page;
    outline: { addItem: (title: string, options: { left: number; top: number; zoom: number }) => void };
    _offset: number;
    initFonts(font?: string | null): void;
    addContent(operators: string): this;
    flushPages(): void;
    /** A new object of the file: strings are names in it, and String objects text. */
    ref(data: Record<string, unknown>): Reference;
    openImage(source: unknown): Picture;
    fillOpacity(opacity: number): this;
    strokeOpacity(opacity: number): this;
    link(x: number, y: number, width: number, height: number, url: string): this;
    goTo(x: number, y: number, width: number, height: number, name: string): this;
    addNamedDestination(name: string, kind: "XYZ", x: number, y: number, zoom: null): void;
    _write(data: string | Uint8Array): void;
    end(): void;
    /** Writes what ends the file, when all objects are written. */
    _finalize(): void;
  }
}
