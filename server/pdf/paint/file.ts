import { deflateSync } from "node:zlib";
import PDFDocument, { type Picture, type Reference } from "pdfkit";
import type { Face } from "../fonts/face";
import { FontInFile } from "./font-in-file";

export interface FileFacts {
  title: string | null;
  language: string | null;
  author: string | null;
  /** Description of the document, which PDF readers show as its subject. */
  subject: string | null;
  keywords: string | null;
}

/**
 * A faster variant of a pdfkit document. The class opens no unused font, collects the operators of a page in one text, and
 * collects the file in memory without a stream.
 */
export class PdfFile extends PDFDocument {
  // `declare` is needed because the constructor of pdfkit assigns these fields. Without `declare`, they would be reset after
  // that.
  declare private parts?: Uint8Array[];
  declare private written?: string;
  private operators = "";
  private readonly fonts = new Map<Face, FontInFile>();
  private readonly images = new Map<Uint8Array, Picture | null>();
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

  /** Returns the object for a font in this PDF file. Adds the font to the resources of the current page. */
  use(face: Face): FontInFile {
    let font = this.fonts.get(face);
    if (!font) {
      // The names begin with C, because pdfkit uses F1, F2 and so on.
      font = new FontInFile(face, `C${this.fonts.size + 1}`, this.ref({}));
      this.fonts.set(face, font);
    }
    this.page.fonts[font.name] ??= font.reference;
    return font;
  }

  /** Returns the object that is cached under a key. Creates the object at the first call with this key. */
  sharing<T extends object>(key: string, make: () => T): T {
    let found = this.made.get(key) as T | undefined;
    if (!found) this.made.set(key, (found = make()));
    return found;
  }

  /** Adds an object to the resources of the current page. Returns the name of the object. */
  named(kind: "Shading" | "ExtGState" | "XObject", reference: Reference): string {
    let name = this.names.get(reference);
    if (!name) this.names.set(reference, (name = `O${this.names.size + 1}`));
    const names = (this.page.resources.data[kind] ??= {}) as Record<string, Reference>;
    names[name] = reference;
    return name;
  }

  /** Skips the font Helvetica. pdfkit would open it for every document and read its 2,700 kerning pairs. */
  override initFonts(): void {
    super.initFonts(null);
  }

  override addContent(operators: string): this {
    this.operators += `${operators}\n`;
    return this;
  }

  /** Runs `draw` and returns the operators that it writes. These operators are not added to the page. */
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

  /** Returns a picture, which the file contains only once. Returns null if pdfkit cannot read the picture. */
  picture(data: Uint8Array): Picture | null {
    let picture = this.images.get(data);
    if (picture === undefined) this.images.set(data, (picture = this.embedded(data)));
    return picture;
  }

  private embedded(data: Uint8Array): Picture | null {
    try {
      const picture = this.openImage(data);
      picture.embed(this);
      return picture;
    } catch {
      return null;
    }
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

  /** Ends the document. Returns the bytes of the PDF file. */
  finish(): Promise<Uint8Array> {
    return new Promise((resolve) => {
      this.finished = resolve;
      this.flushPages();
      for (const font of this.fonts.values()) font.embed(this);
      this.end();
    });
  }

  override _finalize(): void {
    super._finalize();
    this.settle();
    this.finished(Buffer.concat(this.parts ?? []));
  }
}
