import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAuditEvents } from "@/server/domain/audit/audit";
import { trimAuditLog, updateAuditSettings } from "@/server/domain/audit/retention";
import { verifyAuditLog } from "@/server/domain/audit/verify";
import { createRole } from "@/server/domain/roles/roles";
import { createExecute } from "@/server/kernel/operation/execute";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { removeOldEvents } from "./retention";
import { sealAuditEvents } from "./seals";
import { startDispatcher } from "../../../outbox/dispatcher";

const log = pino({ level: "silent" });

describe.each(databaseKinds)("the chain over the audit log on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  let stop: () => Promise<void>;
  const start = () => void ({ stop } = startDispatcher(test.database, [sealAuditEvents], log));
  beforeAll(async () => {
    test = await testOperations(kind);
    test.database.tampers();
    start();
  });
  afterAll(async () => {
    await stop();
    await test.close();
  });
  const verify = (input: object = {}) => test.run(tenant, verifyAuditLog, input);
  const settled = () => expect.poll(async () => (await verify()).waiting).toBe(0);
  const sql = (statement: string) => test.database.sql.unsafe(statement, [tenant]);
  async function roles(...names: string[]) {
    for (const name of names) await test.run(tenant, createRole, { name });
    await settled();
  }
  async function sealed() {
    tenant += 1;
    await roles("One", "Two");
    await roles("Three");
  }
  /** Sets the age of all events. */
  const age = (days: number, where = "true") =>
    sql(`update audit_events set at = at - interval '${days} days' where tenant_id = $1 and ${where}`);
  /** Computes the seals again after a test has changed events. */
  async function sealAnew() {
    await stop();
    await sql("delete from audit_seals where tenant_id = $1");
    start();
  }

  it("is intact if nothing was changed", async () => {
    await sealed();
    const verdict = await verify();
    expect(verdict).toMatchObject({ intact: true, sealedEvents: 3, removedThrough: null, problems: [] });
    expect(verdict.head).toMatchObject({ position: verdict.seals });
  });

  it.each([
    [
      "changed",
      "update audit_events set actor_label = 'somebody else' where tenant_id = $1 and target_label = 'One'",
      /changed/,
    ],
    ["removed", "delete from audit_events where tenant_id = $1 and target_label = 'Two'", /removed/],
    [
      "slipped in",
      "insert into audit_events (tenant_id, action, target) values ($1, 'console.role_created', 'role:1')",
      /1 events were slipped in/,
    ],
    [
      "slipped in before all others",
      "insert into audit_events (tenant_id, id, action, target) values ($1, 0, 'console.role_created', 'role:1')",
      /1 events were slipped in/,
    ],
    ["missing a seal", "delete from audit_seals where tenant_id = $1 and position = 1", /missing/],
    [
      "missing the last seal",
      "delete from audit_seals s where tenant_id = $1 and position = (select max(position) from audit_seals t where t.tenant_id = s.tenant_id)",
      /no seal covers/,
    ],
    ["without any seal", "delete from audit_seals where tenant_id = $1", /3 events .* no seal covers/],
    [
      "sealed anew in one place",
      "update audit_seals set hash = repeat('a', 64) where tenant_id = $1 and position = 1",
      /changed/,
    ],
    [
      "removed as if by retention",
      `with emptied as (update audit_seals set event_ids = '[]' where tenant_id = $1 and position = 1)
       delete from audit_events where tenant_id = $1 and target_label = 'One'`,
      /not by retention/,
    ],
  ])("reports an event that was %s", async (_what, statement, said) => {
    await sealed();
    await sql(statement);
    const verdict = await verify();
    expect(verdict.intact).toBe(false);
    expect(verdict.problems.join(" ")).toMatch(said);
  });

  it("reports an event that was removed before it was sealed", async () => {
    tenant += 1;
    await stop();
    await test.run(tenant, createRole, { name: "One" });
    await sql("delete from audit_events where tenant_id = $1");
    start();
    await settled();
    expect(await verify()).toMatchObject({ intact: false, problems: [/removed/] as never });
  });

  it("reports the removal of the end, if an earlier head is known", async () => {
    await sealed();
    const { head } = await verify();
    await sql(
      "delete from audit_events e using audit_seals s where s.tenant_id = $1 and e.tenant_id = s.tenant_id and s.event_ids @> to_jsonb(e.id) and position > 1",
    );
    await sql("delete from audit_seals where tenant_id = $1 and position > 1");
    expect(await verify()).toMatchObject({ intact: true });
    expect((await verify({ known: head })).problems).toEqual([
      `Seal ${head!.position} is known, but the chain ends at 1.`,
    ]);
    expect((await verify({ known: { position: 1, hash: "b".repeat(64) } })).problems).toEqual([
      "Seal 1 is not the one that is known.",
    ]);
    await expect(verify({ known: { position: 1, hash: "b" } })).rejects.toMatchObject(
      refusal(400, "known.hash"),
    );
  });

  it("covers a log that is older than its chain, in several seals", async () => {
    tenant += 1;
    await sql(
      "insert into audit_events (tenant_id, action, target) select $1, 'console.x', 'user:1' from generate_series(1, 2500)",
    );
    await roles("One");
    expect(await verify()).toMatchObject({ intact: true, sealedEvents: 2_501, seals: 4 });
    await sql(
      "delete from audit_events e where tenant_id = $1 and id = (select min(id) from audit_events f where f.tenant_id = e.tenant_id)",
    );
    expect(await verify()).toMatchObject({ intact: false });
  });

  it("stays intact during concurrent writes and verifications", async () => {
    tenant += 1;
    let writing = true;
    const writes = (async () => {
      for (let number = 0; number < 40; number += 1)
        await test.run(tenant, createRole, { name: `Role ${number}` });
      writing = false;
    })();
    while (writing) expect((await verify()).problems).toEqual([]);
    await writes;
    await settled();
    expect(await verify()).toMatchObject({ intact: true, sealedEvents: 40 });
  });

  describe("retention", () => {
    const system = () => ({ ...tenantActor(tenant), channel: "system" as const });
    const trim = () => test.run(system(), trimAuditLog, {});
    const labels = async () =>
      (await test.run(tenant, listAuditEvents, {})).events.map(({ targetLabel }) => targetLabel);

    it("removes old events in whole seals from the oldest on, and the chain stays intact", async () => {
      test.clock.now = new Date();
      await sealed();
      expect(await trim()).toEqual({ removed: 0 });
      await test.run(tenant, updateAuditSettings, { retentionDays: 30 });
      await settled();
      expect(await trim()).toEqual({ removed: 0 });
      // Two more events are as old, but share a seal with a newer event, or come after such a seal.
      await sealAnew();
      await age(31, "target_label <> 'Three' or target_label is null");
      await age(29, "target_label = 'Three'");
      await roles("Four");
      expect(await verify()).toMatchObject({ intact: true, sealedEvents: 5, seals: 2 });
      expect(await trim()).toEqual({ removed: 0 });
      await age(2, "target_label = 'Three'");
      await sealAnew();
      await roles("Five");
      await age(31, "target_label in ('Four', 'Five')");
      await sealAnew();
      await roles("Six");
      expect(await trim()).toEqual({ removed: 6 });
      expect(await labels()).toEqual([null, "Six"]);
      await settled();
      expect(await verify()).toMatchObject({ intact: true, sealedEvents: 2, removedThrough: 1 });
      expect(await trim()).toEqual({ removed: 0 });
      await roles("Seven");
      expect(await verify()).toMatchObject({ intact: true, sealedEvents: 3 });
      const [trimmed] = (await test.events(tenant)).filter(({ action }) => action.endsWith("trimmed"));
      expect(trimmed).toMatchObject({
        action: "system.audit_log_trimmed",
        target: "setting:audit",
        changes: { events: { from: null, to: 6 }, throughSeal: { from: null, to: 1 } },
      });
    });

    it("continues in batches, and reports the removals of another instance", async () => {
      test.clock.now = new Date();
      tenant += 1;
      await test.database.sql`insert into tenants (id, slug) values (${tenant}, ${`tenant${tenant}`})`;
      await sql(
        "insert into audit_events (tenant_id, at, action, target) select $1, now() - interval '40 days', 'console.x', 'user:1' from generate_series(1, 4500)",
      );
      await test.run(tenant, updateAuditSettings, { retentionDays: 30 });
      await settled();
      const execute = createExecute(test.stores, test.ports);
      const deps = { database: test.database, execute, actor: () => system(), log };
      await removeOldEvents(deps, new AbortController().signal);
      await settled();
      expect(await verify()).toMatchObject({ intact: true, removedThrough: 5 });
      const events = await test.events(tenant);
      expect(events.map(({ action }) => action.split(".")[1])).toEqual([
        "audit_settings_updated",
        "audit_log_trimmed",
        "audit_log_trimmed",
        "audit_log_trimmed",
      ]);
      await sql(
        "delete from audit_events where tenant_id = $1 and action = 'management_api.audit_settings_updated'",
      );
      expect(await verify()).toMatchObject({ intact: false });
    });

    it.each([29, 3_651, 30.5, "30"])("refuses %j days", async (retentionDays) => {
      await expect(test.run(tenant, updateAuditSettings, { retentionDays })).rejects.toMatchObject(
        refusal(400, "retentionDays"),
      );
    });
  });
});
