import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aUser } from "@/server/testing/factories";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listAuditEvents } from "./audit";
import { listAuditPage } from "./audit-page";
import { findAuditEvents, getAuditEvent, listEventNames } from "./find";

describe.each(databaseKinds)("audit events found by the name of actor or target, on %s", (kind) => {
  let test: TestOperations;
  const ids: Record<string, number> = {};
  const name = (id: number) => Object.keys(ids).find((key) => ids[key] === id);
  beforeAll(async () => {
    test = await testOperations(kind);
    const { sql } = test.database;
    const anna = await aUser(test, 1, { name: "Anna Berg", email: "anna@example.com" });
    const log = async (event: string, second: number, values: Record<string, unknown>) => {
      const [row] = await sql<{ id: string }[]>`insert into audit_events ${sql({
        tenant_id: 1,
        at: new Date(Date.parse("2026-01-01T00:00:00Z") + second * 1_000).toISOString(),
        action: "console.role_granted",
        target: "role:7",
        ...values,
      })} returning id`;
      ids[event] = Number(row!.id);
    };
    await log("to Anna, long ago", 0, { target: `user:${anna.id}`, target_label: "an old name" });
    await log("the crane, long ago", 1, { target: "app:1", target_label: "Crane" });
    await sql`
      insert into audit_events (tenant_id, at, action, target, target_label)
      select 1, timestamptz '2026-01-02T00:00:00Z' + n * interval '1 second', 'console.app_updated', 'app:2', 'Other'
      from generate_series(1, 5000) n`;
    await log("by Anna", 200_000, { user_id: anna.id, target_label: "Robot 5%" });
    await log("by somebody who is gone", 200_001, {
      user_id: 999,
      actor_label: "Bob Crane",
      target_label: "X",
    });
    await log("at Bob's address", 200_002, { user_email: "bob@example.com", actor_label: "B" });
    await log("of another tenant", 200_003, { tenant_id: 2, target_label: "Crane" });
  });
  afterAll(() => test.close());

  it.each([
    ["part of an actor's name", "crane", ["by somebody who is gone"]],
    ["words in another order, without case", "CRANE bob", ["by somebody who is gone"]],
    ["an actor's address", "bob@", ["at Bob's address"]],
    ["a target's name, whatever is in it", "5%", ["by Anna"]],
    ["a person's name, in the whole log", "anna", ["by Anna", "to Anna, long ago"]],
    ["a name that nothing has", "nobody of this name", []],
    ["blanks", "   ", []],
  ])("finds them by %s", async (_by, text, found) => {
    const events = await test.run(1, findAuditEvents, { text });
    expect(events.map(({ id }) => name(id))).toEqual(found);
  });

  it("returns the newest ones up to the limit", async () => {
    const events = await test.run(1, findAuditEvents, { text: "anna", limit: 1 });
    expect(events.map(({ id }) => name(id))).toEqual(["by Anna"]);
  });

  it("returns labels in the language of the reader, and none in REST", async () => {
    const german = { locale: "de" } as const;
    const label = "App geändert";
    expect(await test.run(1, getAuditEvent, { id: ids["the crane, long ago"]! }, german)).toMatchObject({
      label: "Rolle zugewiesen",
    });
    expect((await test.run(1, findAuditEvents, { text: "crane bob" }, german))[0]).toMatchObject({
      label: "Rolle zugewiesen",
      actorName: "Bob Crane",
    });
    const { events } = await test.run(1, listAuditPage, { action: "app_updated", limit: 1 }, german);
    expect(events).toMatchObject([{ label }]);
    expect(await test.run(1, listEventNames, {}, german)).toContainEqual(
      expect.objectContaining({ event: "app_updated", label }),
    );
    const inRest = await test.run(1, listAuditEvents, { limit: 1 }, german);
    expect(inRest.events[0]).not.toHaveProperty("label");
    expect(inRest.events[0]).not.toHaveProperty("actorName");
  });

  it("returns one event by its id, and none of another tenant", async () => {
    expect(await test.run(1, getAuditEvent, { id: ids["by Anna"]! })).toMatchObject({
      id: ids["by Anna"],
      targetLabel: "Robot 5%",
    });
    const foreign = { id: ids["of another tenant"]! };
    await expect(test.run(1, getAuditEvent, foreign)).rejects.toMatchObject(refusal(404));
  });
});
