import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { createStores } from "./stores";

describe.each(databaseKinds)("the count of a tenant's audit events on %s", (kind) => {
  let database: TestDatabase;
  let tenantId: number;
  beforeAll(async () => {
    database = await freshDatabase(kind);
    database.tampers();
    const [tenant] = await database.sql`insert into tenants (slug) values ('acme') returning id`;
    tenantId = Number(tenant!["id"]);
    await database.sql`
      insert into audit_events (tenant_id, action, target, user_id, at)
      select ${tenantId}, 'console.user_created', 'user:' || n, n % 2, now() - make_interval(mins => 100 - n) from generate_series(1, 20) n`;
  }, 120_000);
  afterAll(() => database.close());

  const count = (filter: { userId?: number; since?: Date } = {}, atMost = 6) =>
    createStores(database)
      .tenant(tenantId)
      .read((tx) => tx.auditCount(filter, atMost));

  it("stops at the limit, and then looks up one event", async () => {
    expect(await count()).toBe(6);
    database.takeStatements();
    expect(await count()).toBe(6);
    const statements = database.takeStatements().filter((text) => text.includes("audit_events"));
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toContain("count(");
    expect(await count({ userId: 1 })).toBe(6);
    expect(await count({ userId: 7 })).toBe(0);
    expect(await count({}, 100)).toBe(20);
  });

  it("counts again if the limit is reached only before `since`", async () => {
    expect(await count()).toBe(6);
    const since = new Date(Date.now() - 82.5 * 60_000);
    expect(await count({ since })).toBe(3);
  });

  it("counts again after the old events were removed", async () => {
    expect(await count()).toBe(6);
    await database.sql`delete from audit_events where tenant_id = ${tenantId} and at < now() - interval '83.5 minutes'`;
    expect(await count()).toBe(4);
  });
});
