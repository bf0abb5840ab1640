import { readFileSync } from "node:fs";
import fc from "fast-check";
import { create, type Font } from "fontkit";
import { describe, expect, it } from "vitest";
import { fileOf } from "./files";
import { subsetsOf } from "./subset";

const bytes = readFileSync(fileOf("serif", false, false));
const font = create(bytes) as Font;
const outline = (of: Font, glyph: number) => of.getGlyph(glyph).path.toSVG();

describe("a font subset", () => {
  it("draws simple and composite glyphs like the whole font", () => {
    const subset = subsetsOf(font, bytes)!();
    const before = Buffer.from(bytes);
    const numbers = [..."Größe, Łódź – ệ ĳ ½ Ωж"]
      .flatMap((letter) => font.layout(letter).glyphs)
      .map(({ id }) => [id, subset.includeGlyph(id)] as const);
    const part = create(Buffer.from(subset.encode())) as Font;
    for (const [whole, own] of numbers) {
      expect(outline(part, own)).toBe(outline(font, whole));
      expect(part.getGlyph(own).advanceWidth).toBe(font.getGlyph(whole).advanceWidth);
    }
    expect(part.numGlyphs).toBeLessThan(60);
    expect(bytes.equals(before)).toBe(true);
  });

  it("numbers a glyph once", () => {
    const subset = subsetsOf(font, bytes)!();
    expect([subset.includeGlyph(40), subset.includeGlyph(41), subset.includeGlyph(40)]).toEqual([1, 2, 1]);
    expect(subset.includeGlyph(0)).toBe(0);
  });

  it("never throws for arbitrary bytes", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 30 }), (changes) => {
        const broken = Buffer.from(bytes);
        for (const [at, value] of changes) broken[at % 3_000] = value;
        const subset = subsetsOf(font, broken)?.();
        for (const glyph of [36, 100, 200, 700]) subset?.includeGlyph(glyph);
        expect(subset?.encode() ?? new Uint8Array()).toBeInstanceOf(Uint8Array);
      }),
      { numRuns: 100 },
    );
  });
});
