import type { EmbeddedFont } from "pdfkit";
import type { Face } from "../fonts/face";

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A font as one file embeds it: which of its glyphs are used, and by which numbers (ISO 32000-1 §9.7). */
export class FontInFile {
  private readonly words = new Map<string, string | null>();

  constructor(
    private readonly face: Face,
    private readonly font: EmbeddedFont,
  ) {}

  /** By which a page's resources and operators name it. */
  get name() {
    return this.font.id;
  }

  reference() {
    return this.font.ref();
  }

  /**
   * A text as the operand of TJ, set word by word, each with the space after it, as layout measures it; null where a letter
   * is moved from its place (marks over others), which takes more than TJ.
   */
  set(text: string): string | null {
    let operand = "";
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      if (at < text.length - 1 && text.charCodeAt(at) !== 0x20) continue;
      const word = this.word(text.slice(from, at + 1));
      if (word === null) return null;
      operand += word;
      from = at + 1;
    }
    return `[<${operand}>]`;
  }

  private word(word: string): string | null {
    let operand = this.words.get(word);
    if (operand === undefined) this.words.set(word, (operand = this.encoded(word)));
    return operand;
  }

  private encoded(word: string): string | null {
    const { glyphs, positions } = this.face.shape(word);
    const { subset, scale, widths, unicode } = this.font;
    let operand = "";
    for (let index = 0; index < glyphs.length; index++) {
      const { xAdvance, xOffset, yOffset } = positions[index]!;
      if (xOffset !== 0 || yOffset !== 0) return null;
      const glyph = glyphs[index]!;
      const number = subset.includeGlyph(glyph.id);
      widths[number] ??= glyph.advanceWidth * scale;
      unicode[number] ??= glyph.codePoints;
      operand += HEX[number >> 8]! + HEX[number & 0xff]!;
      const kern = (glyph.advanceWidth - xAdvance) * scale;
      if (kern !== 0) operand += `>${Math.round(kern * 1_000) / 1_000}<`;
    }
    return operand;
  }
}
