import { describe, expect, it } from "vitest";
import { endsSoon } from "@/server/testing/work";
import { trimEndOf, trimEndWhile } from "./trim";

describe("trimming by loops", () => {
  it("removes the given characters at the end only", () => {
    expect(trimEndOf("//a/b///", "/")).toBe("//a/b");
    expect(trimEndOf("a\n \n", " \n")).toBe("a");
    expect(trimEndOf("", "/")).toBe("");
    expect(trimEndOf("////", "/")).toBe("");
    expect(trimEndWhile("a🏰🏰", (character) => character === "🏰")).toBe("a");
    expect(trimEndWhile("a\ud83c", (character) => character === "\ud83c")).toBe("a");
  });
  it("trims a megabyte of the worst letter in linear time", () => {
    expect(endsSoon(() => trimEndOf(`${"/".repeat(1_000_000)}x`, "/"))).toHaveLength(1_000_001);
    expect(endsSoon(() => trimEndOf("/".repeat(1_000_000), "/"))).toBe("");
  });
});
