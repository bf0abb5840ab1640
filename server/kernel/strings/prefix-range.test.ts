import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prefixRange } from "./prefix-range";

/** Compares like PostgreSQL under COLLATE "C" in UTF-8: by bytes, which is by code point. */
const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

describe("prefixRange", () => {
  it.each([
    ["", "", null],
    ["console.", "console.", "console/"],
    ["a\u{10ffff}", "a\u{10ffff}", "b"],
    ["\u{10ffff}\u{10ffff}", "\u{10ffff}\u{10ffff}", null],
    ["\ud7ff", "\ud7ff", "\ue000"],
    ["\uffff", "\uffff", "\u{10000}"],
  ])("of %j is [%j, %j)", (prefix, from, below) => expect(prefixRange(prefix)).toEqual({ from, below }));

  it("contains exactly the texts that start with the prefix", () => {
    const text = fc.string({
      unit: fc.constantFrom(
        "a",
        "b",
        ".",
        "\u007f",
        "é",
        "\ud7ff",
        "\ue000",
        "\uffff",
        "\u{10000}",
        "\u{10ffff}",
      ),
      maxLength: 4,
    });
    fc.assert(
      fc.property(text, text, (prefix, other) => {
        const { from, below } = prefixRange(prefix);
        for (const candidate of [other, prefix + other]) {
          const inside = compare(candidate, from) >= 0 && (below === null || compare(candidate, below) < 0);
          expect(inside).toBe(candidate.startsWith(prefix));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
