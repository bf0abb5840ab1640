import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyAuditLog } from "@/server/domain/audit/verify";
import { createRole } from "@/server/domain/roles/roles";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { sealAuditEvents } from "./audit-seals";
import { startDispatcher } from "./dispatcher";

describe.each(databaseKinds)("the chain over the audit log on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    test = await testOperations(kind);
    ({ stop } = startDispatcher(test.database, [sealAuditEvents], pino({ level: "silent" })));
  });
  afterAll(async () => {
    await stop();
    await test.close();
  });
  const verify = () => test.run(tenant, verifyAuditLog, {});
  async function sealed() {
    tenant += 1;
    for (const name of ["One", "Two"]) await test.run(tenant, createRole, { name });
    await expect.poll(async () => (await verify()).waiting).toBe(0);
    await test.run(tenant, createRole, { name: "Three" });
    await expect.poll(async () => (await verify()).sealedEvents).toBe(3);
  }

  it("is intact when nothing was touched", async () => {
    await sealed();
    expect(await verify()).toMatchObject({ intact: true, sealedEvents: 3, beforeTheChain: 0, problems: [] });
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
      /slipped in/,
    ],
    ["missing a seal", "delete from audit_seals where tenant_id = $1 and position = 1", /missing/],
    [
      "sealed anew in one place",
      "update audit_seals set hash = repeat('a', 64) where tenant_id = $1 and position = 1",
      /changed/,
    ],
  ])("shows an event that was %s", async (_what, statement, said) => {
    await sealed();
    await test.database.sql.unsafe(statement, [tenant]);
    const verdict = await verify();
    expect(verdict.intact).toBe(false);
    expect(verdict.problems.join(" ")).toMatch(said);
  });
});
