import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** Loads a fresh module, as after loading a page. */
const load = async () => (await import("./dictionaries")).dictionaryOf;

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

it("creates a dictionary once", async () => {
  const dictionaryOf = await load();
  expect(dictionaryOf("de")).toBe(dictionaryOf("de"));
  expect(dictionaryOf("en")).toBe(dictionaryOf("en"));
  expect((await dictionaryOf("de"))("Load failed")).toBe("Keine Verbindung zum Server");
  expect((await dictionaryOf("en"))("Load failed")).toBe("Load failed");
});

it("fetches the dictionary once in a browser, and again after a failure", async () => {
  const answers = [
    () => Promise.reject(new TypeError("Failed to fetch")),
    () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 })),
    () => Promise.resolve(Response.json({ "Not now.": "Nicht jetzt." })),
  ];
  const fetch = vi.fn(() => answers.shift()!());
  vi.stubGlobal("window", {});
  vi.stubGlobal("fetch", fetch);
  const dictionaryOf = await load();
  await expect(dictionaryOf("de")).rejects.toThrow("Failed to fetch");
  await expect(dictionaryOf("de")).rejects.toThrow("502");
  expect((await dictionaryOf("de"))("Not now.")).toBe("Nicht jetzt.");
  expect((await dictionaryOf("de"))("Not now.")).toBe("Nicht jetzt.");
  expect(fetch).toHaveBeenCalledTimes(3);
});
