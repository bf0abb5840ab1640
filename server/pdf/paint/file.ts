import { deflateSync } from "node:zlib";
import PDFDocument, { type Picture, type Reference } from "pdfkit";
import type { Face } from "../fonts/face";
import { FontInFile } from "./font-in-file";

export interface FileFacts {
  title: string | null;
  language: string | null;
  author: string | null;
  /** What it is about, in a sentence, and in words. */
  subject: string | null;
  keywords: string | null;
}

/**
 * A PDF as pdfkit writes it, for documents that are written many times a second: it opens no font that nobody asked for,
 * gathers a page's operators as one text, and keeps what is written where it is, for there is no stream to wait for.
 */
export class PdfFile extends PDFDocument {
  // Without initial values: pdfkit's constructor writes already.
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

  /** The font in this file, named by the page that is written. */
  use(face: Face): FontInFile {
    let font = this.fonts.get(face);
    if (!font) {
      // pdfkit's own fonts, which drawings use, are F1, F2 and so on.
      font = new FontInFile(face, `C${this.fonts.size + 1}`, this.ref({}));
      this.fonts.set(face, font);
    }
    this.page.fonts[font.name] ??= font.reference;
    return font;
  }

  /** What is made once for all that ask for the same. */
  sharing<T extends object>(key: string, make: () => T): T {
    let found = this.made.get(key) as T | undefined;
    if (!found) this.made.set(key, (found = make()));
    return found;
  }

  /** An object by a name that the page which is written knows. */
  named(kind: "Shading" | "ExtGState" | "XObject", reference: Reference): string {
    let name = this.names.get(reference);
    if (!name) this.names.set(reference, (name = `O${this.names.size + 1}`));
    const names = (this.page.resources.data[kind] ??= {}) as Record<string, Reference>;
    names[name] = reference;
    return name;
  }

  /** Helvetica, which pdfkit opens for every document, has 2,700 pairs of letters to be read. */
  override initFonts(): void {
    super.initFonts(null);
  }

  override addContent(operators: string): this {
    this.operators += `${operators}\n`;
    return this;
  }

  /** The operators that are added meanwhile, which do not go onto the page. */
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

  /** A picture that stands on many pages is in the file once. */
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

  /** react-pdf ends a document after each tree that it renders; this one ends by `finish`. */
  override end(): void {
    // On purpose.
  }

  /** Ends the file; its bytes, when its pictures are unpacked. */
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
