import type { Font, Glyph } from "fontkit";
import type { Shaped } from "./face";

/*
 * Fast conversion of Latin words to glyphs. fontkit applies all rules of a font to every word, which is slow. This module uses
 * a cache with the advance of each pair of letters. Most words on a new page are new, for example numbers, names and codes. But
 * most of their pairs are in the cache.
 */

/** Returns true for a letter, digit or sign up to Latin Extended-B that does not join or combine with its neighbours. */
const isPlain = (code: number) =>
  (code >= 0x20 && code < 0x7f) || (code > 0xa0 && code < 0x250 && code !== 0xad);
const isLetter = (code: number) =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0xaa || code >= 0xba;

/**
 * Returns a function that converts a text to glyphs with the same result as fontkit's `layout`. The function returns null if
 * the text has a character that is not plain, or a pair that forms a ligature. The font must have only rules for pairs of
 * letters.
 */
export function quickShaper(font: Font): (text: string) => Shaped | null {
  const glyphs = new Map<number, Glyph>();
  const glyphOf = (code: number): Glyph => {
    let glyph = glyphs.get(code);
    if (!glyph) glyphs.set(code, (glyph = font.glyphForCodePoint(code)));
    return glyph;
  };
  // Advances of pairs. There are two maps, because the rules of a font depend on the script. A text without letters has no
  // script, and its pairs can have other advances than in a text with letters.
  const advances = { letters: new Map<number, number>(), signs: new Map<number, number>() };

  /** Returns the advance of the first character of a pair. Returns -1 if the pair forms a ligature. */
  const advanceOf = (first: number, second: number, script: keyof typeof advances): number => {
    const key = first * 0x10000 + second;
    let advance = advances[script].get(key);
    if (advance === undefined) {
      advance = measured(first, second, script);
      advances[script].set(key, advance);
    }
    return advance;
  };
  const measured = (first: number, second: number, script: keyof typeof advances): number => {
    const pair = String.fromCharCode(first, second);
    const { glyphs: set, positions } =
      script === "letters" ? font.layout(pair, undefined, "latn") : font.layout(pair);
    const [one, other] = positions;
    const plain =
      set.length === 2 &&
      set[0]!.id === glyphOf(first).id &&
      set[1]!.id === glyphOf(second).id &&
      other!.xAdvance === glyphOf(second).advanceWidth &&
      positions.every(({ xOffset, yOffset, yAdvance }) => xOffset === 0 && yOffset === 0 && yAdvance === 0);
    return plain ? one!.xAdvance : -1;
  };

  return (text) => {
    let letters = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (!isPlain(code)) return null;
      letters ||= isLetter(code);
    }
    const shaped: Shaped = { glyphs: [], positions: [], advanceWidth: 0 };
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const glyph = glyphOf(code);
      const xAdvance =
        at + 1 < text.length
          ? advanceOf(code, text.charCodeAt(at + 1), letters ? "letters" : "signs")
          : glyph.advanceWidth;
      if (xAdvance < 0) return null;
      shaped.glyphs.push(glyph);
      shaped.positions.push({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 });
      shaped.advanceWidth += xAdvance;
    }
    return shaped;
  };
}
