/* The used parts of modules without types. */

declare module "pdfkit" {
  import type { Readable } from "node:stream";

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
    /** The fonts in the resources of the page. */
    fonts: Record<string, Reference | undefined>;
  }
  /** An opened picture. `embed` creates its object. */
  export interface Picture {
    label: string;
    obj?: Reference;
    /** The Exif orientation of a JPEG, from 1 to 8. */
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
    addPage(options: { size: [width: number, height: number]; margin: number }): this;
    initFonts(font?: string | null): void;
    addContent(operators: string): this;
    flushPages(): void;
    /** Creates an object. Strings become PDF names, and String objects become PDF texts. */
    ref(data: Record<string, unknown>): Reference;
    openImage(source: Uint8Array): Picture;
    fillOpacity(opacity: number): this;
    strokeOpacity(opacity: number): this;
    link(x: number, y: number, width: number, height: number, url: string): this;
    goTo(x: number, y: number, width: number, height: number, name: string): this;
    addNamedDestination(name: string, kind: "XYZ", x: number, y: number, zoom: null): void;
    _write(data: string | Uint8Array): void;
    end(): void;
    /** Writes the end of the file after all objects. */
    _finalize(): void;
  }
}

declare module "bidi-js" {
  interface Levels {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  interface Bidi {
    getEmbeddingLevels: (text: string, direction?: "ltr" | "rtl") => Levels;
    getMirroredCharacter: (character: string) => string | null;
  }
  export default function bidiFactory(): Bidi;
}

declare module "linebreak" {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
