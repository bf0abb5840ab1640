import { expect, it } from "vitest";
import { isLostChunk, mayReload } from "./lost-chunk";

it("recognizes a script that could not be loaded by the name of its error", () => {
  expect(isLostChunk(Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" }))).toBe(
    true,
  );
  expect(isLostChunk(new TypeError("Failed to fetch"))).toBe(false);
  expect(isLostChunk(null)).toBe(false);
});

it("lets a page reload itself once a minute", () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  expect(mayReload(storage, 1_000_000)).toBe(true);
  expect(mayReload(storage, 1_030_000)).toBe(false);
  expect(mayReload(storage, 1_061_000)).toBe(true);
});
