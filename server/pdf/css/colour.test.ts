import { describe, expect, it } from "vitest";
import { black, colour } from "./colour";

describe("color-mix()", () => {
  it.each([
    ["color-mix(in oklab, red 50%, transparent)", { red: 255, green: 0, blue: 0, alpha: 0.5 }],
    ["color-mix(in srgb, white, black)", { red: 127.5, green: 127.5, blue: 127.5, alpha: 1 }],
    ["color-mix(in srgb, rgb(0 0 255) 25%, white)", { red: 191.25, green: 191.25, blue: 255, alpha: 1 }],
    ["color-mix(in srgb, currentcolor 10%, transparent)", { red: 0, green: 0, blue: 0, alpha: 0.1 }],
  ])("%s", (text, { red, green, blue, alpha }) => {
    const found = colour(text, black)!;
    for (const [key, value] of Object.entries({ red, green, blue, alpha }))
      expect(found[key as "red"]).toBeCloseTo(value, 5);
  });

  it("is invalid with invalid colours", () => {
    expect(colour("color-mix(in srgb, red)", black)).toBeNull();
    expect(colour("color-mix(in srgb, red, what)", black)).toBeNull();
  });
});

it("system colours, which Office writes, are known", () => {
  expect(colour("windowtext", { ...black, red: 9 })).toEqual(black);
  expect(colour("ButtonFace", black)).toEqual({ red: 239, green: 239, blue: 239, alpha: 1 });
  expect(colour("constructor", black)).toBeNull();
});
