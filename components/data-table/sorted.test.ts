import { describe, expect, it } from "vitest";
import { sortedBy, type SortValue } from "./sorted";

describe("sorted rows", () => {
  const order = (values: SortValue[], descending = false) =>
    sortedBy(
      values.map((value, index) => ({ value, index })),
      ({ value }) => value,
      { descending, locale: "de" },
    ).map(({ value, index }) => `${String(value)}#${index}`);

  it("sorts texts by the locale, and numbers by value", () => {
    expect(order(["zeta", "Äpfel", "apfel 10", "apfel 9", "Birne"])).toEqual([
      "Äpfel#1",
      "apfel 9#3",
      "apfel 10#2",
      "Birne#4",
      "zeta#0",
    ]);
    expect(order([10, 9, 100], true)).toEqual(["100#2", "10#0", "9#1"]);
    expect(order([true, false])).toEqual(["false#1", "true#0"]);
  });

  it("is stable, and sorts empty values last in both directions", () => {
    expect(order(["b", null, "a", "", "a"])).toEqual(["a#2", "a#4", "b#0", "null#1", "#3"]);
    expect(order(["b", null, "a", "", "a"], true)).toEqual(["b#0", "a#2", "a#4", "null#1", "#3"]);
  });
});
