import { deflateSync } from "node:zlib";
import PDFDocument, { type Picture, type Reference } from "pdfkit";
import type { Face } from "../fonts/face";
import { FontInFile } from "./font-in-file";

export interface FileFacts {
  title: string | null;
  language: string | null;
  author: string | null;
  /** The subject of the document as a sentence. */
  subject: string | null;
  keywords: string | null;
}

/**
 * A pdfkit document with less work: it opens no unused font, collects the operators of a page as one text, and stores
 * written chunks in memory instead of a stream.
 */
export class PdfFile extends PDFDocument {
  // Declared without values: the constructor of pdfkit assigns them.
  declare private parts?: Uint8Array[];
  declare private written?: string;
  private operators = "";
  private readonly fonts = new Map<Face, FontInFile>();
  private readonly images = new Map<unknown, Picture>();
  private readonly made = new Map<string, object>();
  private readonly names = new Map<Reference, string>();
  private finished: (bytes: Uint8Array) => void = () => undefined;

  constructor({ title, language, author, subject, keywords }: FileFacts) {
    super({
      autoFirstPage: false,
      displayTitle: true,
      ...(language && { lang: language }),
      info: {
        ...(title && { Title: title }),
        ...(author && { Author: author }),
        ...(subject && { Subject: subject }),
        ...(keywords && { Keywords: keywords }),
        Creator: "Castellan",
        Producer: "Castellan",
      },
    });
  }

  /** Returns the font in this file and adds it to the resources of the page. */
  use(face: Face): FontInFile {
    let font = this.fonts.get(face);
    if (!font) {
      // F1, F2 and so on are fonts of pdfkit itself.
      font = new FontInFile(face, `C${this.fonts.size + 1}`, this.ref({}));
      this.fonts.set(face, font);
    }
    this.page.fonts[font.name] ??= font.reference;
    return font;
  }

  /** Returns the object that is cached under a key. Creates it at the first call. */
  sharing<T extends object>(key: string, make: () => T): T {
    let found = this.made.get(key) as T | undefined;
    if (!found) this.made.set(key, (found = make()));
    return found;
  }

  /** Adds an object to the resources of the page; returns its name. */
  named(kind: "Shading" | "ExtGState" | "XObject", reference: Reference): string {
    let name = this.names.get(reference);
    if (!name) this.names.set(reference, (name = `O${this.names.size + 1}`));
    const names = (this.page.resources.data[kind] ??= {}) as Record<string, Reference>;
    names[name] = reference;
    return name;
  }

  /** pdfkit opens Helvetica for every document, with 2,700 kerning pairs; this skips it. */
  override initFonts(): void {
    super.initFonts(null);
  }

  override addContent(operators: string): this {
    this.operators += `${operators}\n`;
    return this;
  }

  /** Returns the operators added by a function instead of adding them to the page. */
  captured(draw: () => void): string {
    const before = this.operators;
    this.operators = "";
    try {
      draw();
      return this.operators;
    } finally {
      this.operators = before;
    }
  }

  override flushPages(): void {
    if (this.operators !== "") {
      const { content } = this.page;
      content.compress = false;
      content.data["Filter"] = "FlateDecode";
      content.write(deflateSync(Buffer.from(this.operators, "latin1")));
      this.operators = "";
    }
    super.flushPages();
  }

  /** Opens each picture once, so that the file contains it once. */
  override openImage(source: unknown): Picture {
    let image = this.images.get(source);
    if (!image) this.images.set(source, (image = super.openImage(source)));
    return image;
  }

  override _write(data: string | Uint8Array): void {
    if (typeof data === "string") {
      this.written = `${this.written ?? ""}${data}\n`;
      this._offset += data.length + 1;
      return;
    }
    this.settle();
    (this.parts ??= []).push(data);
    this._offset += data.length;
  }

  private settle() {
    if (!this.written) return;
    (this.parts ??= []).push(Buffer.from(this.written, "latin1"));
    this.written = "";
  }

  /** Does nothing: react-pdf ends the document after each render, but only `finish` may end it. */
  override end(): void {
    // Empty by design.
  }

  /** Ends the file; returns its bytes when all pictures are embedded. */
  finish(): Promise<Uint8Array> {
    return new Promise((resolve) => {
      this.finished = resolve;
      this.flushPages();
      for (const font of this.fonts.values()) font.embed(this);
      super.end();
    });
  }

  override _finalize(): void {
    super._finalize();
    this.settle();
    this.finished(Buffer.concat(this.parts ?? []));
  }
}
