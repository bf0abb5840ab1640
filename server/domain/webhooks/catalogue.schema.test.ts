import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { events } from "../../kernel/events";
import { eventLabel } from "../../kernel/events/label";
import { eventTypes, subscribes, typeOfEvent, unknownEvent } from "./catalogue.schema";

/** Recorded by a migration; no operation declares it. */
const ofMigrations = ["audit_chain_repaired"];

/** Returns all quoted texts in the sources that record events. */
function quotedWords() {
  const found = new Set(ofMigrations);
  for (const folder of ["server/domain", "server/platform", "server/auth", "server/outbox"])
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/(?<!\.test)\.ts$/.test(file)) continue;
      const text = readFileSync(path.join(folder, file), "utf8");
      for (const [, word] of text.matchAll(/"([a-z_]+)"/g)) found.add(word!);
    }
  return found;
}

describe("the registry of events", () => {
  it("contains only events that the source records", () => {
    const recorded = quotedWords();
    expect(Object.keys(events).filter((event) => !recorded.has(event))).toEqual([]);
  });

  it.each([
    ["user_created", "User created"],
    ["scim_token_created", "SCIM token created"],
    ["sign_in_failed", "Sign-in failed"],
    ["signin_options_updated", "Sign-in options updated"],
    ["act_as_link_made", "Act-as link made"],
    ["email_verified", "E-mail verified"],
    ["constructor", "Constructor"],
  ])("labels %s", (event, label) => expect(eventLabel(event)).toBe(label));
});

describe("the event catalogue", () => {
  it("contains each event once, in a group", () => {
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
  ])("contains the type %j", (events, unknown) => expect(unknownEvent(events)).toBe(unknown));

  it("matches by name, by group, or everything", () => {
    expect(subscribes("*", "user.created")).toBe(true);
    expect(subscribes("role.*, user.*", "user.created")).toBe(true);
    expect(subscribes("user.created", "user.updated")).toBe(false);
    expect(subscribes("app.*", "app_role.created")).toBe(false);
  });

  it("keeps the name of an unknown event", () => {
    expect(typeOfEvent("user_created")).toBe("user.created");
    expect(typeOfEvent("planet_exploded")).toBe("planet_exploded");
    expect(typeOfEvent("constructor")).toBe("constructor");
  });

  it("accepts any text without an error", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (events, type) => {
        unknownEvent(events);
        return typeof subscribes(events, type) === "boolean";
      }),
    );
  });
});
