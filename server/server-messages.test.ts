import { describe, expect, it } from "vitest";
import { createDictionary } from "@/components/dictionary";
import entries from "@/components/server-messages.de.json";
import { actAsStatuses } from "./domain/act-as/statuses.schema";
import { mfaResetStatuses } from "./domain/mfa-resets/statuses.schema";
import { events } from "./kernel/events";
import { eventLabel } from "./kernel/events/label";
import { systemLabels } from "./kernel/system-labels";
import { collectServerMessages, type ServerMessage } from "./testing/server-messages";

/** Texts for people that no source of the server contains as a literal. */
const beside = [
  // Words that operations insert into a sentence.
  ...actAsStatuses,
  ...mfaResetStatuses,
  "everyone",
  // The registry of events: labels in the log, descriptions in the selection of a webhook's events.
  ...Object.keys(events).map(eventLabel),
  ...Object.values(events).flatMap(({ type, description }) => (type === null ? [] : [description])),
  // Names of actors and of a factor in events.
  ...systemLabels,
  "passkey",
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

  it("are collected from capabilities, actors and events", () => {
    const texts = new Set(said.map(({ text }) => text));
    const found = ["Roles, app roles and who holds them", "{0}, acting as {1}", "A user was created."];
    expect(found.filter((text) => !texts.has(text))).toEqual([]);
  });

  it("each need their entry: without it, a text has no translation", () => {
    const keys = ["{0}, acting as {1}", "Roles, app roles and who holds them"];
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
