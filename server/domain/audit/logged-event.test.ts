import { describe, expect, it } from "vitest";
import type { AuditEvent } from "./audit.schema";
import { loggedIn } from "./logged-event";

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
    expect(loggedIn("en")(event)).toEqual({ ...event, label: "Role granted", actorName: null });
    expect(loggedIn("de")(event)).toEqual({ ...event, label: "Rolle zugewiesen", actorName: null });
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
});
