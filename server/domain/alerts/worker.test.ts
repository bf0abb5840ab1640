import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAdministrator } from "@/server/domain/administrators/administrators";
import { exportAuditEvents } from "@/server/domain/audit/export";
import { exportData } from "@/server/domain/data-export/data-export";
import { listSecurityAlerts } from "@/server/domain/risk/alerts";
import { exportUsers } from "@/server/domain/users/bulk";
import { aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { raiseAlerts, alertTexts } from "./worker";
import { sealAuditEvents } from "../audit/worker/seals";
import type { OutboxEvent } from "../../outbox/dispatcher";

describe.each(databaseKinds)("alerts of events on %s", (kind) => {
  let world: TestOperations;
  let numbered = 0;
  beforeAll(async () => void (world = await testOperations(kind)));
  afterAll(() => world.close());

  async function subscribe(rows: OutboxEvent[], tx: TransactionSql) {
    const events = rows.map((row) => ({
      ...row,
      tenantId: Number(row.tenantId),
      eventId: Number(row.eventId),
    }));
    await sealAuditEvents(events, tx);
    await raiseAlerts(events, tx);
  }

  async function scene() {
    const slug = `told-${(numbered += 1)}`;
    const [row] = await world.database.sql<{ id: string }[]>`
      insert into tenants (slug) values (${slug}) returning id`;
    const tenantId = Number(row!.id);
    /** Runs the subscriber for this tenant, as the dispatcher does. */
    const dispatch = () =>
      world.database.sql.begin(async (tx) => {
        const events = await tx<OutboxEvent[]>`
          delete from outbox_events where tenant_id = ${tenantId}
          returning tenant_id::int8 as "tenantId", event_id as "eventId", type, payload, created_at as "createdAt"`;
        const inOrder = [...events].sort((one, other) => Number(one.eventId) - Number(other.eventId));
        await subscribe(inOrder, tx);
      });
    return { tenantId, dispatch, alerts: () => world.run(tenantId, listSecurityAlerts, {}) };
  }

  it("report a new administrator, and no other change of a role", async () => {
    const { tenantId, dispatch, alerts } = await scene();
    const person = await aUser(world, tenantId, { email: "new@example.com" });
    const owner = await aUser(world, tenantId);
    await world.write(tenantId, (tx) => tx.administrators.insert({ userId: owner.id, role: "owner" }));
    await world.run(tenantId, addAdministrator, { userId: person.id, role: "admin" });
    await dispatch();
    expect(await alerts()).toMatchObject([
      {
        alertType: "new_administrator",
        severity: "medium",
        summary: "new@example.com became an administrator, by test credential.",
      },
    ]);
    await world.run(tenantId, addAdministrator, { userId: person.id, role: "owner" });
    await dispatch();
    expect(await alerts()).toHaveLength(1);
  });

  it("report an export of all data, and rate repeated exports of one actor higher", async () => {
    const { tenantId, dispatch, alerts } = await scene();
    await world.run(tenantId, exportAuditEvents, { format: "csv" });
    await dispatch();
    expect(await alerts()).toEqual([]);
    await world.run(tenantId, exportData, {});
    await dispatch();
    expect(await alerts()).toMatchObject([{ alertType: "mass_export", severity: "medium" }]);
    const other = await aUser(world, tenantId);
    const by = tenantActor(tenantId, { as: { userId: other.id, email: other.email! } });
    for (let count = 0; count < 3; count++) await world.run(by, exportAuditEvents, { format: "csv" });
    await dispatch();
    expect((await alerts()).map(({ severity }) => severity).sort()).toEqual(["high", "medium"]);
  });

  it("count exports of selected users", async () => {
    const { tenantId, dispatch, alerts } = await scene();
    const person = await aUser(world, tenantId);
    for (let count = 0; count < 2; count++) await world.run(tenantId, exportUsers, { userIds: [person.id] });
    await dispatch();
    expect(await alerts()).toEqual([]);
    await world.run(tenantId, exportUsers, { userIds: [person.id] });
    await dispatch();
    expect(await alerts()).toMatchObject([{ alertType: "mass_export", severity: "high" }]);
  });

  it("send one mail for mass exports, and none for a single export", async () => {
    const { tenantId, dispatch } = await scene();
    const owner = await aUser(world, tenantId, { email: "owner@example.com" });
    await world.write(tenantId, (tx) => tx.administrators.insert({ userId: owner.id, role: "owner" }));
    const mails = () => world.stores.tenant(tenantId).read((tx) => tx.messages.list({}));
    await world.run(tenantId, exportData, {});
    await dispatch();
    expect(await mails()).toEqual([]);
    for (let count = 0; count < 4; count++) {
      await world.run(tenantId, exportData, {});
      await dispatch();
    }
    expect(await mails()).toMatchObject([
      {
        recipient: "owner@example.com",
        template: "security_alert",
        data: { summary: alertTexts.exported_often({ actor: "test credential", count: 3 }) },
      },
    ]);
  });

  it("are raised for several organizations in one transaction, each in its own", async () => {
    const [one, other] = [await scene(), await scene()];
    for (const { tenantId } of [one, other]) await world.run(tenantId, exportData, {});
    await world.database.sql.begin(async (tx) => {
      const events = await tx<OutboxEvent[]>`
        delete from outbox_events where tenant_id in (${one.tenantId}, ${other.tenantId})
        returning tenant_id::int8 as "tenantId", event_id as "eventId", type, payload, created_at as "createdAt"`;
      await subscribe(events, tx);
      // The worker's transaction continues as the tables' owner.
      expect(await tx`select current_user = session_user as owner`).toMatchObject([{ owner: true }]);
    });
    for (const { alerts } of [one, other])
      expect(await alerts()).toMatchObject([{ alertType: "mass_export" }]);
  });
});
