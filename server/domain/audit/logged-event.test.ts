import { describe, expect, it } from "vitest";
import { accountEvent } from "@/server/auth/sessions/console-session";
import { type TenantActor, recordedSubject } from "@/server/kernel/operation/actor";
import { actingNames, recordedName } from "@/server/kernel/operation/actor-label";
import { locales } from "@/server/kernel/strings/languages";
import { textIn } from "@/server/kernel/texts/text";
import { tenantActor } from "@/server/testing/operations";
import type { AuditEvent } from "./audit.schema";
import { loggedIn, nameTexts } from "./logged-event";

const event: AuditEvent = {
  id: 1,
  action: "console.role_granted",
  target: "user:1",
  targetLabel: "Anna Berg",
  related: "role:7",
  userId: null,
  userEmail: null,
  actorLabel: null,
  clientId: null,
  appId: null,
  ip: null,
  requestId: null,
  at: "2026-01-01T00:00:00.000Z",
  changes: null,
};
const actorIn = (locale: "en" | "de", actor: Partial<AuditEvent>) =>
  loggedIn(locale)({ ...event, ...actor }).actorName;

describe("an event in the console", () => {
  it("has the label of the language, and keeps its record", () => {
    expect(loggedIn("en")(event)).toEqual({ ...event, label: "Role granted", actorName: null, acting: null });
    expect(loggedIn("de")(event)).toEqual({
      ...event,
      label: "Rolle zugewiesen",
      actorName: null,
      acting: null,
    });
  });

  it("translates the names of actors without a user", () => {
    expect(actorIn("en", { actorLabel: "Set-up" })).toBe("Set-up");
    expect(actorIn("de", { actorLabel: "Set-up" })).toBe("Einrichtung");
  });

  it("keeps names that people chose", () => {
    expect(actorIn("de", { actorLabel: "Set-up", userId: 1 })).toBe("Set-up");
    expect(actorIn("de", { actorLabel: "Invitation", clientId: "id" })).toBe("Invitation");
    expect(actorIn("de", { actorLabel: "Company directory" })).toBe("Company directory");
    expect(actorIn("de", { actorLabel: "constructor" })).toBe("constructor");
    expect(actorIn("de", { userEmail: "anna@example.com", userId: 1 })).toBe("anna@example.com");
  });

  it("names both users of act-as", () => {
    const acting = { actorLabel: "Anna Berg, acting as Ben {x}", userId: 1 };
    expect(actorIn("en", acting)).toBe("Anna Berg, acting as Ben {x}");
    expect(actorIn("de", acting)).toBe("Anna Berg, handelt als Ben {x}");
    expect(actorIn("de", { ...acting, actorLabel: "A, acting as B, acting as C" })).toBe(
      "A, acting as B, acting as C",
    );
  });

  const imitations = [
    "Olga Owner, acting as Victor Vale",
    "Olga Owner, ACTING  as Victor Vale",
    "Olga Owner, act\u200bing\u00a0as Victor Vale",
    "Olga Owner, handelt als Victor Vale",
    '"Olga", acting as "Victor',
    '"x',
    "x\\",
  ];
  const subjectOf = (label: string, actedBy?: string): TenantActor => ({
    ...tenantActor(1),
    subject: {
      kind: "user",
      label,
      userId: 2,
      email: "olga@example.com",
      consoleSessionId: null,
      sessionId: null,
      ...(actedBy !== undefined && { actedBy: { userId: 3, email: "ann@example.com", label: actedBy } }),
    },
  });
  const labelOf = (...names: Parameters<typeof subjectOf>) => recordedSubject(subjectOf(...names)).actorLabel;

  it.each(imitations)("attack: the name %s imitates an administrator who acts as a user", (name) => {
    const person = { ref: "user:2", userId: 2, email: "olga@example.com", name };
    const signedIn = accountEvent("signed_in", person, { ip: null, requestId: null }).actorLabel;
    for (const actorLabel of [labelOf(name), signedIn]) {
      expect(actingNames(actorLabel)).toBeNull();
      const shown = actorIn("de", { actorLabel, userId: 2 });
      expect(shown).toBe(actorLabel);
      if (/acting|handelt/i.test(name)) expect(shown).toBe(JSON.stringify(name));
    }
  });

  it.each(["Olga Owner, \u0430cting as Victor Vale", "Olga Owner, acting\u2800as Victor Vale"])(
    "attack: letters that look like those of act-as (%s) are no act-as for the console",
    (name) => {
      expect(loggedIn("en")({ ...event, actorLabel: labelOf(name), userId: 2 }).acting).toBeNull();
      expect(loggedIn("en")({ ...event, actorLabel: labelOf(name, "Ann"), userId: 2 }).acting).toEqual({
        actor: "Ann",
        user: recordedName(name),
      });
    },
  );

  it("attack: a user's name adds a third name to a label of act-as", () => {
    for (const name of imitations)
      for (const [user, actor] of [
        [name, "Ann"],
        ["Ben", name],
        [name, name],
      ] as const)
        expect(actingNames(labelOf(user, actor))).toEqual({
          actor: recordedName(actor),
          user: recordedName(user),
        });
  });

  it("quotes names with the words of act-as in each language", () => {
    for (const locale of locales) {
      const label = textIn(locale, nameTexts.acting({ actor: "Ann", user: "Ben" }));
      expect(recordedName(label)).toBe(JSON.stringify(label));
    }
    for (const name of ["Berg, Anna", 'Ann "Annie" Berg', "Interacting Assets"])
      expect(recordedName(name)).toBe(name);
  });
});
