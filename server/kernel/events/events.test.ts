import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { locales } from "../strings/languages";
import { eventTypesIn, subscribes, typeOfEvent, unknownEvent } from "./catalogue";
import { eventLabel, events, platformEventNames, tenantEventNames } from ".";

/** Events that only a migration records; no operation declares these events. */
const ofMigrations = ["audit_chain_repaired"];

/** Returns all quoted texts in the source files that record events. */
function quotedWords() {
  const found = new Set(ofMigrations);
  for (const folder of ["server/domain", "server/platform", "server/auth", "server/outbox", "server/archive"])
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
    ["en", "console.user_created", "User created"],
    ["de", "console.user_created", "Benutzer angelegt"],
    ["de", "user_created", "Benutzer angelegt"],
    ["de", "console.constructor", "Constructor"],
    ["en", "console.scim_sign_in_as_planned", "SCIM sign-in as planned"],
    ["de", "", ""],
  ] as const)("has the %s label of the action %j", (locale, action, label) =>
    expect(eventLabel(locale, action)).toBe(label),
  );

  it.each(locales)("has a label and a sentence for each event in %s", (locale) => {
    const texts = Object.values(events).map(({ [locale]: words }) => words);
    expect(
      texts.filter(({ label, description }) => label.trim() === "" || !description.endsWith(".")),
    ).toEqual([]);
    expect(new Set(texts.map(({ label }) => label)).size).toBe(texts.length);
  });

  it("names the events of organizations without those of the platform", () => {
    const [ofTenants, ofBoth] = [tenantEventNames("de"), platformEventNames("de")];
    const role = {
      event: "role_granted",
      label: "Rolle zugewiesen",
      description: "Eine Rolle wurde zugewiesen.",
    };
    expect(ofTenants).toContainEqual(role);
    expect(ofTenants.map(({ event }) => event)).not.toContain("tenant_created");
    expect(ofBoth).toHaveLength(Object.keys(events).length);
  });
});

describe("the event catalogue", () => {
  it("contains each event once, in a group", () => {
    const types = eventTypesIn("en").map(({ type }) => type);
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
  ])("finds the first unknown name in %j: %j", (events, unknown) =>
    expect(unknownEvent(events)).toBe(unknown),
  );

  it("matches a subscription by name, by group, or by `*`", () => {
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
