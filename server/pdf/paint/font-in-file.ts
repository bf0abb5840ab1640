import { deflateSync } from "node:zlib";
import type { Glyph } from "fontkit";
import { LRUCache } from "lru-cache";
import type { Reference } from "pdfkit";
import type { Face } from "../fonts/face";
import { descriptorOf, nameOf } from "../fonts/font-facts";
import type { PdfFile } from "./file";

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * Consecutive glyphs of a word with the same rise above the baseline. `rise` is in thousandths of an em. `operand` is for the
 * operator TJ.
 */
interface Part {
  rise: number;
  operand: string;
}

/** The compressed font file that is embedded in a PDF. */
interface Program {
  packed: Uint8Array;
  length: number;
  compact: boolean;
}

/**
 * Cache of the last embedded subsets of each font, by their glyph numbers. Documents of the same template often use the same
 * glyphs.
 */
const programs = new WeakMap<Face, LRUCache<string, Program>>();
const MOST_PROGRAMS = 8;

/** A font in one PDF file. Collects the glyphs that the document uses and assigns numbers to them (ISO 32000-1 §9.7). */
export class FontInFile {
  private readonly words = new Map<string, readonly Part[]>();
  private readonly subset: ReturnType<Face["createSubset"]>;
  private readonly scale: number;
  /** Glyph ids of the font by their number in the subset. */
  private readonly glyphs: number[] = [0];
  private readonly widths: number[];
  private readonly unicode: (readonly number[])[] = [[0]];

  /** `name` is the name of the font in resources and operators. `reference` is the PDF object of the font. */
  constructor(
    private readonly face: Face,
    readonly name: string,
    readonly reference: Reference,
  ) {
    this.subset = face.createSubset();
    this.scale = 1_000 / face.font.unitsPerEm;
    this.widths = [face.font.getGlyph(0).advanceWidth * this.scale];
  }

  /**
   * Returns the operators that draw a text. Splits the text into words with the following space, because layout measures the
   * same parts.
   */
  show(text: string, size: number): string {
    let operators = "";
    let operand = "";
    let rise = 0;
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      if (at < text.length - 1 && text.charCodeAt(at) !== 0x20) continue;
      for (const part of this.word(text.slice(from, at + 1))) {
        if (part.rise !== rise) {
          if (operand !== "") operators += `[<${operand}>] TJ\n`;
          rise = part.rise;
          operators += `${Math.round(rise * size) / 1_000} Ts\n`;
          operand = "";
        }
        operand += part.operand;
      }
      from = at + 1;
    }
    return `${operators}[<${operand}>] TJ${rise === 0 ? "" : "\n0 Ts"}`;
  }

  private word(word: string): readonly Part[] {
    let parts = this.words.get(word);
    if (!parts) this.words.set(word, (parts = this.set(word)));
    return parts;
  }

  private set(word: string): Part[] {
    const { glyphs, positions } = this.face.shape(word);
    const { subset, scale, widths, unicode } = this;
    const parts: Part[] = [];
    let operand = "";
    let rise = 0;
    for (let index = 0; index < glyphs.length; index++) {
      const { id, advanceWidth } = glyphs[index]!;
      const { xAdvance, xOffset, yOffset } = positions[index]!;
      const number = subset.includeGlyph(id);
      if (widths[number] === undefined) {
        this.glyphs[number] = id;
        widths[number] = advanceWidth * scale;
        unicode[number] = lettersOf(glyphs[index]!, word, this.face);
      }
      if (yOffset * scale !== rise) {
        if (operand !== "") parts.push({ rise, operand });
        rise = yOffset * scale;
        operand = "";
      }
      if (xOffset !== 0) operand += moved(-xOffset * scale);
      operand += HEX[number >> 8]! + HEX[number & 0xff]!;
      const back = advanceWidth + xOffset - xAdvance;
      if (back !== 0) operand += moved(back * scale);
    }
    if (operand !== "") parts.push({ rise, operand });
    return parts;
  }

  /** Writes the objects of the font. Must be called after all text is drawn. */
  embed(file: PdfFile): void {
    const { face, name, widths } = this;
    const { packed, length, compact } = this.program();
    const program = file.ref({
      Filter: "FlateDecode",
      ...(compact ? { Subtype: "CIDFontType0C" } : { Length1: length }),
    });
    program.end(packed);
    const baseFont = `${tagOf(name)}+${nameOf(face)}`;
    const descriptor = file.ref({
      ...descriptorOf(face),
      FontName: baseFont,
      [compact ? "FontFile3" : "FontFile2"]: program,
    });
    descriptor.end();
    const descendant = file.ref({
      Type: "Font",
      Subtype: compact ? "CIDFontType0" : "CIDFontType2",
      BaseFont: baseFont,
      CIDSystemInfo: { Registry: new String("Adobe"), Ordering: new String("Identity"), Supplement: 0 },
      FontDescriptor: descriptor,
      W: [0, widths],
      ...(!compact && { CIDToGIDMap: "Identity" }),
    });
    descendant.end();
    const map = file.ref({});
    map.end(Buffer.from(unicodeMap(this.unicode), "latin1"));
    Object.assign(this.reference.data, {
      Type: "Font",
      Subtype: "Type0",
      BaseFont: baseFont,
      Encoding: "Identity-H",
      DescendantFonts: [descendant],
      ToUnicode: map,
    });
    this.reference.end();
  }

  private program(): Program {
    const { face, subset } = this;
    let known = programs.get(face);
    if (!known) programs.set(face, (known = new LRUCache({ max: MOST_PROGRAMS })));
    const key = this.glyphs.join();
    let program = known.get(key);
    if (!program) {
      const bytes = subset.encode();
      program = {
        packed: deflateSync(bytes, { level: 3 }),
        length: bytes.length,
        compact: "cff" in subset && subset.cff !== undefined,
      };
      known.set(key, program);
    }
    return program;
  }
}

const codesOf = (text: string) => Array.from(text, (letter) => letter.codePointAt(0)!);

/**
 * Returns the characters that a glyph represents in a word. The characters in `codePoints` can be wrong: fontkit stores the
 * characters of the first text with this glyph, which can be in another document. For example, the Ohm sign and Omega have the
 * same glyph.
 */
function lettersOf({ id, codePoints }: Glyph, word: string, { font }: Face): readonly number[] {
  const letters = codesOf(word);
  const isOfWord = (codes: readonly number[]) => codes.every((code) => letters.includes(code));
  if (codePoints.length > 0 && isOfWord(codePoints)) return codePoints;
  const own = letters.find((code) => font.glyphForCodePoint(code).id === id);
  if (own !== undefined) return [own];
  // The stored character can be a compatibility character such as ﬁ. In this case, the letters that it stands for can be in the
  // word.
  const apart = codesOf(String.fromCodePoint(...codePoints).normalize("NFKC"));
  return isOfWord(apart) ? apart : codePoints;
}

/** Returns the part of a TJ operand that moves the next glyph to the left. `left` is in thousandths of an em. */
const moved = (left: number) => `>${Math.round(left * 1_000) / 1_000}<`;

/** Returns the six-letter tag of a subset (ISO 32000-1 §9.6.4). */
const tagOf = (name: string) =>
  [...name.padStart(6, "0")].map((sign) => String.fromCharCode(0x41 + (sign.charCodeAt(0) % 26))).join("");

const four = (value: number) => value.toString(16).padStart(4, "0");

const utf16 = (code: number) =>
  code > 0xffff
    ? four(0xd800 | ((code - 0x10000) >>> 10)) + four(0xdc00 | ((code - 0x10000) & 0x3ff))
    : four(code);

/**
 * `RANGE` is the maximum number of codes in a range, because only the last byte can differ within a range. `MOST_RANGES` is the
 * maximum number of ranges in a block (Adobe Technical Note 5014 §1.4).
 */
const RANGE = 256;
const MOST_RANGES = 100;

/** Returns the ToUnicode map of a font. PDF readers need this map for search and copying (ISO 32000-1 §9.10.3). */
export function unicodeMap(glyphs: readonly (readonly number[])[]): string {
  const ranges: string[] = [];
  for (let start = 0; start < glyphs.length; start += RANGE) {
    const letters = glyphs.slice(start, start + RANGE).map((codes) => `<${codes.map(utf16).join("")}>`);
    ranges.push(`<${four(start)}> <${four(start + letters.length - 1)}> [${letters.join(" ")}]`);
  }
  const blocks: string[] = [];
  for (let from = 0; from < ranges.length; from += MOST_RANGES) {
    const block = ranges.slice(from, from + MOST_RANGES);
    blocks.push(`${block.length} beginbfrange\n${block.join("\n")}\nendbfrange`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <<
  /Registry (Adobe)
  /Ordering (UCS)
  /Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
