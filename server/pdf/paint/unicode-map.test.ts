import { describe, expect, it } from "vitest";
import { unicodeMap } from "./font-in-file";

/** Returns the blocks of a ToUnicode map, with the codes of the ranges and the number of characters in each range. */
const blocksOf = (map: string) =>
  [...map.matchAll(/(\d+) beginbfrange\n([\s\S]*?)\nendbfrange/g)].map(([, count, ranges = ""]) => ({
    count: Number(count),
    ranges: [...ranges.matchAll(/^<(\w{4})> <(\w{4})> \[(.*)\]$/gm)].map(
      ([, first = "", last = "", list = ""]) => ({
        first: Number.parseInt(first, 16),
        last: Number.parseInt(last, 16),
        letters: list.split(" ").map((letter) => letter.slice(1, -1)),
      }),
    ),
  }));

describe("the ToUnicode map", () => {
  it.each([1, 100, 255, 256, 257, 600, 65_536])("lists %i glyphs once each in valid blocks", (count) => {
    const blocks = blocksOf(unicodeMap(Array.from({ length: count }, (_, glyph) => [glyph])));
    let next = 0;
    for (const { count: said, ranges } of blocks) {
      expect(said).toBe(ranges.length);
      expect(said).toBeLessThanOrEqual(100);
      for (const { first, last, letters } of ranges) {
        expect(first).toBe(next);
        expect(last >> 8).toBe(first >> 8);
        expect(letters).toHaveLength(last - first + 1);
        expect(Number.parseInt(letters[0]!, 16)).toBe(first);
        next = last + 1;
      }
    }
    expect(next).toBe(count);
  });

  it("writes UTF-16, with several characters for a ligature", () => {
    const [block] = blocksOf(unicodeMap([[0], [0x66, 0x69], [0x1f600], []]));
    expect(block?.ranges[0]?.letters).toEqual(["0000", "00660069", "d83dde00", ""]);
  });
});
