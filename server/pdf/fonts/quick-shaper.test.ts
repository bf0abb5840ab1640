import { readFileSync } from "node:fs";
import fc from "fast-check";
import { create, type Font } from "fontkit";
import { describe, expect, it } from "vitest";
import { faceFromFile } from "./face";
import { fileOf, type Shipped } from "./files";
import { quickShaper } from "./quick-shaper";

const names: [Shipped, boolean, boolean][] = [
  ["sans", false, false],
  ["sans", true, true],
  ["serif", false, false],
  ["serif", true, false],
  ["serif", false, true],
  ["mono", false, false],
  ["symbols", false, false],
  ["korean", false, false],
];
const words = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(..."AVToWaye fliffi.,-'“’0123456789€/:ßÄőŁ "), maxLength: 20 }),
);

describe.each(names)("words in %s, bold %s, italic %s", (name, bold, italic) => {
  const font = create(readFileSync(fileOf(name, bold, italic))) as Font;
  const quick = quickShaper(font);

  it("are shaped like fontkit shapes them", () => {
    let set = 0;
    fc.assert(
      fc.property(words, (text) => {
        const ours = quick(text);
        if (!ours) return;
        set += 1;
        const theirs = font.layout(text);
        expect(ours.glyphs.map(({ id }) => id)).toEqual(theirs.glyphs.map(({ id }) => id));
        expect(ours.positions.map(({ xAdvance }) => xAdvance)).toEqual(
          theirs.positions.map(({ xAdvance }) => xAdvance),
        );
        expect(ours.advanceWidth).toBe(theirs.advanceWidth);
      }),
      { numRuns: 800 },
    );
    expect(set).toBeGreaterThan(200);
  });
});

it("a hyphen is hidden in all texts after one with a soft hyphen", () => {
  const { font, shape, width } = faceFromFile(fileOf("sans", false, false));
  expect(width("co\u00adoperate")).toBe(width("cooperate"));
  const long = "-".repeat(100);
  const hyphen = font.glyphForCodePoint(0x2d).id;
  for (const text of ["-", "--", long])
    expect(new Set(shape(text).glyphs.map(({ id }) => id))).toEqual(new Set([hyphen]));
});
