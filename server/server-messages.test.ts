import { describe, expect, it } from "vitest";
import { createDictionary } from "@/components/dictionary";
import entries from "@/components/server-messages.de.json";
import { collectServerMessages, type ServerMessage } from "./testing/server-messages";

/** Texts for people that no source of the server contains as a literal. */
const beside = [
  // Messages of Chromium, WebKit and Firefox for a server without an answer.
  "Failed to fetch",
  "Load failed",
  "NetworkError when attempting to fetch resource.",
].map((text): ServerMessage => ({ text, place: "server/server-messages.test.ts" }));

/** Returns the text with a value in each of its placeholders. */
const filled = (text: string) => text.replace(/\{(\d)\}/g, "value$1");

/** Words that an entry for another text would leave in English. */
const WORDS = /\p{L}{2,} \p{L}{2,}/u;

/** Returns the texts that the dictionary lacks or translates only in part, and its unused entries. */
function compare(said: readonly ServerMessage[], dictionary: Readonly<Record<string, string>>) {
  const used = new Set<string>();
  let left: string[] = [];
  const { find } = createDictionary(dictionary, {
    used: (key, kept) => {
      used.add(key);
      left = kept;
    },
  });
  const isKnown = (text: string) => {
    left = [];
    return find(text) !== null && !left.some((part) => WORDS.test(part));
  };
  return {
    missing: said.filter(({ text }) => !isKnown(filled(text))).map(({ text, place }) => `${place}: ${text}`),
    unused: Object.keys(dictionary).filter((key) => !used.has(key)),
  };
}

describe("messages of the server", () => {
  const said = [...collectServerMessages(), ...beside];

  it("have German words, and the dictionary contains no others", () => {
    expect(compare(said, entries)).toEqual({ missing: [], unused: [] });
  });

  it("are collected from SCIM and risk signals", () => {
    const texts = new Set(said.map(({ text }) => text));
    const found = [
      "{0} holds at most {1} values.",
      "No earlier sign-in was within {0} hours of this time of day (UTC); from the sixth sign-in on.",
    ];
    expect(found.filter((text) => !texts.has(text))).toEqual([]);
  });

  it("each need their entry: without it, a text has no translation", () => {
    const keys = ["{0} holds at most {1} values.", "{0} is nested too deeply."];
    for (const key of keys) {
      const { [key]: _taken, ...rest } = entries as Record<string, string>;
      expect(compare(said, rest).missing.join("\n")).toMatch(/^(app|server)\/.+\.tsx?:\d+: /);
    }
    expect(compare(said, { ...entries, "Nobody says this.": "Das sagt niemand." }).unused).toEqual([
      "Nobody says this.",
    ]);
  });

  it("keep their interpolated parts in German", () => {
    const partsOf = (text: string) => [...new Set(text.match(/\{\d/g))].sort();
    const lost = Object.entries(entries).filter(
      ([key, german]) => german.trim() === "" || partsOf(german).some((part) => !partsOf(key).includes(part)),
    );
    expect(lost).toEqual([]);
  });
});
