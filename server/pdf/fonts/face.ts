import { readFileSync } from "node:fs";
import { create, type Font, type Glyph } from "fontkit";
import { quickShaper } from "./quick-shaper";
import { subsetsOf, type Subset } from "./subset";

/*
 * A font for layout and painting. The metrics are fractions of the font size. The cache of shaped words is shared by all
 * documents.
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
  /** Converts a text to glyphs with positions. Sizes are in font units. */
  shape: (text: string) => Shaped;
  /** Returns the width of a text as a fraction of the font size. */
  width: (text: string) => number;
  font: Font;
  /** Creates an empty subset of the font. */
  createSubset: () => Subset;
}

/** Maximum number of cached words of a font. */
const MOST_WORDS = 20_000;
const LONGEST_WORD = 64;

/** Maximum total size in bytes of the unpacked tables of a WOFF file. The file states the sizes in its table directory. */
const MOST_UNPACKED = 32 * 1024 * 1024;

// The cast is needed because the types of fontkit do not declare the table directory.
const unpackedSize = (font: Font): number =>
  Object.values(
    (
      font as unknown as {
        directory: { tables: Record<string, { length: number; transformLength?: number }> };
      }
    ).directory.tables,
  ).reduce((sum, { length, transformLength = 0 }) => sum + length + transformLength, 0);

/** Digits of right-to-left scripts. A number is written from left to right in these scripts, too. */
const DIGITS = /^[\u0660-\u066c\u06dd\u06f0-\u06f9\u07c0-\u07c9\s]+$/;

/** Converts a text to glyphs. If the layout tables of the font are damaged, uses one glyph for each character. */
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
 * Opens a font. Throws if the bytes are not exactly one font, or if the font is too large. `regular` is true if the Latin
 * letters of the font affect each other only by kerning and ligatures.
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
    // fontkit hides a glyph whose first character was invisible. A soft hyphen has the glyph of the hyphen, which would stay
    // hidden in all later texts.
    const visible = text.replaceAll("\u00ad", "");
    const { glyphs, positions, advanceWidth } = quick?.(visible) ?? laidOut(font, visible);
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
    // The cast is needed because the types of fontkit declare only some methods of a subset.
    createSubset: subsetsOf(font, bytes) ?? (() => font.createSubset() as unknown as Subset),
  };
}
