import { describe, expect, it } from "vitest";
import { diffLines, hunksOf } from "./line-diff";

const signs = { same: " ", removed: "-", added: "+" };
const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => signs[kind] + text);

describe("the lines of two versions", () => {
  it("keeps the common lines in order", () => {
    expect(shown("a\nb\nc\nd", "a\nc\nx\nd")).toEqual([" a", "-b", " c", "+x", " d"]);
    expect(shown("", "a")).toEqual(["-", "+a"]);
    expect(shown("a\na", "a")).toEqual([" a", "-a"]);
    expect(shown("a", "a")).toEqual([" a"]);
  });

  it("reproduces both texts", () => {
    const [one, other] = ["a b c a b b a", "c b a b a c"].map((text) => text.split(" ").join("\n"));
    const lines = diffLines(one!, other!);
    const of = (kind: string) =>
      lines
        .filter((line) => line.kind === "same" || line.kind === kind)
        .map(({ text }) => text)
        .join("\n");
    expect(of("removed")).toBe(one);
    expect(of("added")).toBe(other);
  });

  it("counts the lines between changes", () => {
    const long = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const hunks = hunksOf(diffLines(long.join("\n"), long.with(10, "other").join("\n")), 1);
    expect(hunks).toMatchObject([{ skipped: 9 }, { lines: { length: 4 } }, { skipped: 8 }]);
  });
});
