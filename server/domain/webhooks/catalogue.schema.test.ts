import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { eventTypes, subscribes, unknownEvent } from "./catalogue.schema";

/** Recorded of what changed nothing, which no endpoint is told of. */
const untold = ["domain_verification_failed"];

/** Recorded by a migration, which no operation declares. */
const ofMigrations = ["audit_chain_repaired"];

/** The events that operations and sign-ins declare, read from the source: none can be forgotten. */
function declaredEvents() {
  const found = new Set<string>(ofMigrations);
  for (const folder of ["server/domain", "server/auth"]) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    // What happens to the platform's administrators is no organization's to hear of.
    const sources = files.filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes("platform-"));
    for (const file of sources) {
      const text = readFileSync(path.join(folder, file), "utf8");
      const declared =
        /(?:\bevent: |accountEvent\((?:[^"()]*\? )?|happened\()"([a-z_]+)"(?: : "([a-z_]+)")?(?!, administratorPerson)/g;
      for (const [, one, other] of text.matchAll(declared))
        for (const event of [one, other]) if (event !== undefined) found.add(event);
    }
  }
  return [...found].filter((event) => !untold.includes(event)).sort();
}

describe("the event catalogue", () => {
  it("holds exactly the events that can happen", () => {
    expect(eventTypes.map(({ event }) => event).sort()).toEqual(declaredEvents());
  });

  it("names each once, in a group", () => {
    const types = eventTypes.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
    for (const type of types) expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/);
  });

  it.each([
    ["*", null],
    ["user.created", null],
    ["user.*, role.granted", null],
    ["user.created,*", "*"],
    ["user.exploded", "user.exploded"],
    ["planet.*", "planet.*"],
    ["", ""],
    ["user.created,", ""],
  ])("knows %j", (events, unknown) => expect(unknownEvent(events)).toBe(unknown));

  it("takes by name, by group, or everything", () => {
    expect(subscribes("*", "user.created")).toBe(true);
    expect(subscribes("role.*, user.*", "user.created")).toBe(true);
    expect(subscribes("user.created", "user.updated")).toBe(false);
    expect(subscribes("app.*", "app_role.created")).toBe(false);
  });

  it("survives anything", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (events, type) => {
        unknownEvent(events);
        return typeof subscribes(events, type) === "boolean";
      }),
    );
  });
});
