// Refuses new fixed waits and measured times in tests, which fail on a busy machine. lib/unsteady.json lists the remaining ones.
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { root } from "./lib/run.mjs";
import { changesOf, mustBeSteady, unsteadyPlaces, unsteadyTests } from "./lib/unsteady.mjs";

describe("tests", () => {
  it("wait for events and count work, except in the listed files", async () => {
    const text = await readFile(new URL("lib/unsteady.json", import.meta.url), "utf8");
    const listed = JSON.parse(text);
    expect(Object.keys(listed), "the list is sorted").toEqual(Object.keys(listed).sort());
    expect(changesOf(listed, await unsteadyTests(root))).toEqual([]);
  });

  // Each `·` is removed, so that this file has none of them.
  it.each([
    ["const began = perfor·mance.now();", 1],
    ["await new Promise((resolve) => set·Timeout(resolve, 300));", 1],
    ['import { set·Timeout as sleep } from "node:timers·/promises";', 1],
    ["await page.waitFor·Timeout(200);", 1],
    ['await page.goto(path, { waitUntil: "network·idle" });', 1],
    ["expect(Date.·now() - began).toBeLessThan(1_000);", 1],
    ["expect(end - Date.·now()).toBeGreaterThan(1_000);", 1],
    ["expect(end).toBeGreaterThan(Date.·now());", 1],
    ["test.set·Timeout(90_000);", 0],
    ["// A perfor·mance.now() of the server.", 0],
    ["const name = `Role ${Date.·now()}`;", 0],
    ["const past = new Date(Date.·now() - day);", 0],
  ])("%s", (line, count) => {
    expect(unsteadyPlaces(line.replaceAll("·", ""))).toBe(count);
  });

  it("are files of every kind, except long ones and benchmarks", () => {
    expect(
      ["a.test.ts", "a.test.mjs", "a.e2e.ts", "a.long.test.ts", "a.bench.ts", "a.ts"].filter(mustBeSteady),
    ).toEqual(["a.test.ts", "a.test.mjs", "a.e2e.ts"]);
  });

  it("fail with more places than listed, and with fewer", () => {
    expect(changesOf({ a: 2, b: 1, c: 1 }, { a: 2, b: 2, d: 1 })).toEqual([
      expect.stringMatching(/^b: 2 fixed waits .* 1 allowed/),
      expect.stringMatching(/^c: lower the number to 0/),
      expect.stringMatching(/^d: 1 fixed waits .* 0 allowed/),
    ]);
  });
});
