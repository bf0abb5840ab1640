import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast, inkOn, LEAST_CONTRAST } from "./colour.schema";

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#fff", "#ffffff", 1],
    // #767676 is the lightest grey with enough contrast on white. #777777 has too little contrast.
    ["#767676", "#ffffff", 4.54],
    ["#777777", "#ffffff", 4.48],
    ["#0a7", "#fff", 2.99],
  ])("of %s and %s is %d", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  it("is enough for text on any brand colour, in white or black", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const colour = `#${value.toString(16).padStart(6, "0")}`;
        expect(contrast(colour, inkOn(colour))).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      }),
    );
  });
});
