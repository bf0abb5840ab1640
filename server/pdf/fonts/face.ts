import { readFileSync } from "node:fs";
import { create, type Font, type Glyph } from "fontkit";
import { quickShaper } from "./quick-shaper";
import { subsetsOf, type Subset } from "./subset";

/*
 * A font as layout and paint use it: metrics as shares of the font size, and words shaped once for all documents.
 */

export interface Shaped {
  glyphs: Glyph[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  advanceWidth: number;
}

export interface Face {
  ascent: number;
  descent: number;
  lineGap: number;
  xHeight: number;
  has: (code: number) => boolean;
  /** A text as glyphs, in the font's own units. */
  shape: (text: string) => Shaped;
  /** The width of a text that is set as one piece, as a share of the font size. */
  width: (text: string) => number;
  font: Font;
  /** The part of the font that a document uses, before anything is in it. */
  createSubset: () => Subset;
}

/** Words that are remembered for each font; a thread lives long. */
const MOST_WORDS = 20_000;
const LONGEST_WORD = 64;

/** What the tables of a packed font (WOFF) are unpacked, by its own word, which is what is made ready for them. */
const MOST_UNPACKED = 32 * 1024 * 1024;

const unpackedSize = (font: Font): number =>
  Object.values(
    (
      font as unknown as {
        directory: { tables: Record<string, { length: number; transformLength?: number }> };
      }
    ).directory.tables,
  ).reduce((sum, { length, transformLength = 0 }) => sum + length + transformLength, 0);

/** Digits and their signs of scripts that run from right to left; they themselves run from left to right. */
const DIGITS = /^[\u0660-\u066c\u06dd\u06f0-\u06f9\u07c0-\u07c9\s]+$/;

/** A text by the font's rules; letter by letter where those are damaged. */
function laidOut(font: Font, text: string): Shaped {
  try {
    return DIGITS.test(text) ? font.layout(text, undefined, undefined, undefined, "ltr") : font.layout(text);
  } catch {
    const glyphs = Array.from(text, (letter) => font.glyphForCodePoint(letter.codePointAt(0)!));
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  }
}

export function faceFromFile(file: string): Face {
  return faceOf(readFileSync(file), true);
}

/**
 * A font from its bytes; throws for what is no font. `regular`: one whose Latin letters change each other by kerning and
 * ligatures alone.
 */
export function faceOf(bytes: Buffer, regular = false): Face {
  const font = create(bytes) as Font;
  if (!("layout" in font)) throw new Error("a collection of fonts is no font");
  if (unpackedSize(font) > MOST_UNPACKED) throw new Error("a font that is too large when it is unpacked");
  const em = font.unitsPerEm;
  if (!(em > 0)) throw new Error("a font without a size");
  const known = new Map<string, Shaped>();
  const has = new Map<number, boolean>();

  const quick = regular ? quickShaper(font) : null;
  const shape = (text: string): Shaped => {
    const before = known.get(text);
    if (before) return before;
    const { glyphs, positions, advanceWidth } = quick?.(text) ?? laidOut(font, text);
    const shaped = { glyphs, positions, advanceWidth };
    if (text.length <= LONGEST_WORD) {
      if (known.size >= MOST_WORDS) known.clear();
      known.set(text, shaped);
    }
    return shaped;
  };
  return {
    ascent: font.ascent / em,
    descent: -font.descent / em,
    lineGap: font.lineGap / em,
    xHeight: (font.xHeight || em / 2) / em,
    has: (code) => {
      let found = has.get(code);
      if (found === undefined) has.set(code, (found = font.hasGlyphForCodePoint(code)));
      return found;
    },
    shape,
    width: (text) => shape(text).advanceWidth / em,
    font,
    createSubset: subsetsOf(font, bytes) ?? (() => font.createSubset() as unknown as Subset),
  };
}
