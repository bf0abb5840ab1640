import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { eventTypes } from "@/server/domain/webhooks/catalogue.schema";

/** The events that have words: as the table writes them, one to a line. */
const table = readFileSync(new URL("./event-words.ts", import.meta.url), "utf8");
const said = new Set(Array.from(table.matchAll(/^ {4}([a-z_]+): \(\) => t\(/gm), ([, event]) => event));

it("says every event of the catalogue in the reader's words", () => {
  expect(said.size).toBeGreaterThan(100);
  expect(eventTypes.map(({ event }) => event).filter((event) => !said.has(event))).toEqual([]);
});
