import { describe, expect, it } from "vitest";
import { createDictionary } from "@/components/dictionary";
import entries from "@/components/server-messages.de.json";
import { actAsStatuses } from "./domain/act-as/statuses.schema";
import { mfaResetStatuses } from "./domain/mfa-resets/statuses.schema";
import { events } from "./kernel/events";
import { eventLabel } from "./kernel/events/label";
import { systemLabels } from "./kernel/system-labels";
import { collectServerMessages, type ServerMessage } from "./testing/server-messages";

/** What people read that stands in no source of the server as a text. */
const beside = [
  // Words that operations put into a sentence.
  ...actAsStatuses,
  ...mfaResetStatuses,
  "everyone",
  // The registry of events: labels in the log, descriptions where events of a webhook are chosen.
  ...Object.keys(events).map(eventLabel),
  ...Object.values(events).flatMap(({ type, description }) => (type === null ? [] : [description])),
  // What acts by itself, and a factor, as events tell them.
  ...systemLabels,
  "passkey",
  // Chromium, WebKit and Firefox, of a server that is not reached.
  "Failed to fetch",
  "Load failed",
  "NetworkError when attempting to fetch resource.",
].map((text): ServerMessage => ({ text, place: "server/server-messages.test.ts" }));

/** The text as it is when it is said: with something in each of its gaps. */
const filled = (text: string) => text.replace(/\{(\d)\}/g, "value$1");

/** Words that an entry for another text would leave in English. */
const WORDS = /\p{L}{2,} \p{L}{2,}/u;

/** The texts that the dictionary does not know, or not entirely, and its entries that none of them needs. */
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

describe("what the server says", () => {
  const said = [...collectServerMessages(), ...beside];

  it("has German words for all of it, and for nothing else", () => {
    expect(compare(said, entries)).toEqual({ missing: [], unused: [] });
  });

  it("is found where it is said: refusals, schemas, explanations, alerts, events", () => {
    const texts = new Set(said.map(({ text }) => text));
    const found = [
      "This credential is revoked.",
      "There is no such role of this app.",
      "must have at most {0} characters",
      "holds {0}, which is no IANA time zone",
      "The account is locked until {0} UTC.",
      "They have the tags {0}, which the app admits.",
      "From {0} somebody tried passwords on {1} accounts within {2} minutes.",
      "A user was created.",
      "Sign in to this organization first.",
      "must have at most 4000 characters",
    ];
    expect(found.filter((text) => !texts.has(text))).toEqual([]);
  });

  it("would be missed: each entry that is taken away leaves a text without words", () => {
    const keys = [
      "This credential is revoked.",
      "must have at most {0} characters",
      "The account is active.",
    ];
    for (const key of keys) {
      const { [key]: _taken, ...rest } = entries as Record<string, string>;
      expect(compare(said, rest).missing.join("\n")).toMatch(/^(app|server)\/.+\.tsx?:\d+: /);
    }
    expect(compare(said, { ...entries, "Nobody says this.": "Das sagt niemand." }).unused).toEqual([
      "Nobody says this.",
    ]);
  });

  it("keeps its interpolated parts in German", () => {
    const partsOf = (text: string) => [...new Set(text.match(/\{\d/g))].sort();
    const lost = Object.entries(entries).filter(
      ([key, german]) => german.trim() === "" || partsOf(german).some((part) => !partsOf(key).includes(part)),
    );
    expect(lost).toEqual([]);
  });
});
