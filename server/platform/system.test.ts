import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRole } from "@/server/domain/roles/roles";
import { platformActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { getSystemState } from "./system";
import { createTenant, setTenantStatus } from "./tenants";

describe.each(databaseKinds)("the state of the system on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const state = () => test.run(platformActor(), getSystemState, {});
  const organization = async (name: string) =>
    (
      await test.run(platformActor(), createTenant, {
        tenantName: name,
        adminEmail: "boss@acme.example",
        password: "a long and uncommon one",
      })
    ).tenantId;

  it("reports a disk that has little free space or none", async () => {
    const { installation } = test.ports;
    const before = installation.freeSpace;
    installation.freeSpace = () => ({ bytes: 100 * 1_048_576, state: "low" });
    expect((await state()).problems).toEqual([
      "The disk of the database has 100 MB left. Without free space, changes are refused.",
    ]);
    installation.freeSpace = () => ({ bytes: 0, state: "full" });
    expect((await state()).problems).toEqual([
      "The disk of the database is full. Changes are refused until there is free space.",
    ]);
    installation.freeSpace = before;
  });

  it("is healthy and empty at first", async () => {
    expect(await state()).toMatchObject({
      version: "0.0.0-test",
      database: { kind: "pglite" },
      locates: { regions: true, anonymizers: true },
      organizations: { active: 0, suspended: 0 },
      webhooks: { waiting: 0, overdue: 0, oldestDueAt: null },
      lastSealAt: null,
      problems: [],
    });
  });

  it("counts over all organizations, and reports delays", async () => {
    const first = await organization("First");
    const second = await organization("Second");
    await test.run(platformActor(), setTenantStatus, { tenantId: second, status: "suspended" });
    test.database.tampers();
    await test.database.sql`delete from outbox_events`;
    await test.run(first, createRole, { name: "Editor" });
    await test.run(second, createRole, { name: "Editor" });
    await test.database.sql`update outbox_events set created_at = '2026-03-14T09:26:00Z'`;
    for (const [tenantId, at] of [
      [first, "2026-03-13T00:00:00Z"],
      [second, "2026-03-14T00:00:00Z"],
    ] as const)
      await test.database.sql`insert into audit_seals (tenant_id, position, event_ids, hash, sealed_at)
        values (${tenantId}, 1, '[]', 'x', ${at})`;
    const webhook = await test.write(first, (tx) =>
      tx.webhooks.insert({ url: "https://a.example", secretSealed: "x", events: "*" }),
    );
    for (const [index, minutes] of [-4, 10].entries())
      await test.write(first, (tx) =>
        tx.webhookDeliveries.insert({
          webhookId: webhook.id,
          messageId: `m${index}`,
          eventType: "role_created",
          body: "{}",
          nextAttemptAt: new Date(test.clock.now.getTime() + minutes * 60_000),
        }),
      );

    const well = await state();
    expect(well).toMatchObject({
      organizations: { active: 1, suspended: 1 },
      outbox: { waiting: 2, oldestAt: "2026-03-14T09:26:00.000Z" },
      webhooks: { waiting: 2, overdue: 1, oldestDueAt: "2026-03-14T09:22:53.000Z" },
      lastSealAt: "2026-03-14T00:00:00.000Z",
      problems: [],
    });
    expect(well.database.bytes).toBeGreaterThan(1_000_000);

    test.clock.now = new Date(test.clock.now.getTime() + 120_000);
    expect((await state()).problems).toHaveLength(2);
  });

  it("is available to platform administrators only", async () => {
    await expect(
      test.run(platformActor(new Set(["ManageTenants"])), getSystemState, {}),
    ).rejects.toMatchObject({ status: 403 });
  });
});
