import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIns } from "@/db/tenant/sign-ins";
import type { ReadTx, RegistryDatabase } from "@/server/kernel/operation/store";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { newestRisky, riskiestStatement } from "./sign-in-reads";

/** A node of a query plan in PostgreSQL's JSON format. */
interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** Returns the number of rows that all scans of a query plan read. */
const rowsRead = (plan: Plan): number =>
  (plan["Node Type"].includes("Scan") && !/Function|Subquery|Bitmap Index/.test(plan["Node Type"])
    ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
    : 0) + (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);

describe.each(databaseKinds)("the reads of sign-ins in a large tenant on %s", (kind) => {
  let test: TestOperations;
  const tenantId = 1;
  const since = new Date("2026-01-01T00:00:00Z");
  const search = { since, most: 10, exactUpTo: 10_000 };
  beforeAll(async () => {
    test = await testOperations(kind);
    const { sql: run } = test.database;
    await run`insert into users (tenant_id, id, email) overriding system value
      select ${tenantId}, n, n || '@example.com' from generate_series(1, 2000) n`;
    // All scores are from 0 to 24. A search from score 100 downwards must therefore pass all empty scores. User 7 has 6,000
    // sign-ins with the highest score.
    await run`insert into sign_ins (tenant_id, user_id, at, outcome, score, tier)
      select ${tenantId}, case when n % 10 = 0 then 7 else n % 2000 + 1 end, ${since.toISOString()}::timestamptz + n * interval '1 second',
        'succeeded', case when n % 10 = 0 then 24 else n % 24 end, 'low'
      from generate_series(1, 60000) n`;
    await run`vacuum analyze sign_ins`;
  }, 120_000);
  afterAll(() => test.close());

  /** Runs `work` with the query builder of a tenant's transaction. The types hide this builder from operations. */
  const asTenant = <T>(work: (db: RegistryDatabase) => Promise<T>) =>
    test.stores.tenant(tenantId).read((tx: ReadTx) => work((tx as unknown as { db: RegistryDatabase }).db));
  const read = async (statement: SQL) => {
    const [row] = await asTenant((db) =>
      db.execute<{ "QUERY PLAN": unknown }>(sql`explain (analyze, format json) ${statement}`),
    );
    const found = row!["QUERY PLAN"];
    const [{ Plan: plan }] = (typeof found === "string" ? JSON.parse(found) : found) as [{ Plan: Plan }];
    return rowsRead(plan);
  };

  it("find the newest risky sign-ins without reading the others", async () => {
    const risky = (explained: boolean) =>
      read(sql`select id from ${signIns} where tenant_id = ${tenantId}
        and ${newestRisky(tenantId, { since, most: 20, explained })}`);
    expect(await risky(false)).toBeLessThan(200);
    expect(await risky(true)).toBeLessThan(200);
  });

  it("find the riskiest people among a bounded number of sign-ins", async () => {
    // The search reads 5,000 index entries, and at most 10,001 sign-ins of each user that it finds.
    expect(await read(riskiestStatement(tenantId, search))).toBeLessThan(13_000);
  });

  it("order people by score and by number of sign-ins, and stop counting at the limit", async () => {
    const { sql: run } = test.database;
    await run`insert into sign_ins (tenant_id, user_id, at, outcome, score, tier) values
      (${tenantId}, 11, ${since.toISOString()}, 'failed', 90, 'critical'), (${tenantId}, 12, ${since.toISOString()}, 'failed', 100, 'critical')`;
    const found = await test.stores
      .tenant(tenantId)
      .read((tx) => tx.riskiestPeople({ ...search, exactUpTo: 50 }));
    expect(found).toEqual([
      { userId: 12, score: 100, events: expect.any(Number) as number },
      { userId: 11, score: 90, events: expect.any(Number) as number },
      { userId: 7, score: 24, events: 51 },
    ]);
  });
});
