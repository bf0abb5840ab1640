/** What is used of pdfkit, which comes without types (0.20). */
declare module "pdfkit" {
  import { Readable } from "node:stream";

  interface Reference {
    data: Record<string, unknown>;
    compress: boolean;
    write: (bytes: Uint8Array) => void;
    end: () => void;
  }
  interface Page {
    content: Reference;
    /** The fonts that the page names. */
    fonts: Record<string, Reference | undefined>;
  }
  interface EmbeddedFont {
    id: string;
    /** From the font's own units to thousandths of an em. */
    scale: number;
    subset: { includeGlyph: (glyph: number) => number };
    /** By the glyph's number in the subset. */
    widths: (number | undefined)[];
    unicode: (readonly number[] | undefined)[];
    ref: () => Reference;
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
    _font: EmbeddedFont;
    initFonts(font?: string | null): void;
    addContent(operators: string): this;
    flushPages(): void;
    openImage(source: unknown): object;
    save(): this;
    restore(): this;
    font(source: object, family: string, size?: number): this;
    text(text: string, x: number, y: number, options: object): this;
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
