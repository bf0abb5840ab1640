import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { tidyTables } from "./upkeep";

describe("the upkeep of the embedded database", () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase("pglite")), 60_000);
  afterAll(() => database.close());

  it("updates the statistics of tables that have grown, and makes the space of deleted rows usable", async () => {
    const { sql } = database;
    await tidyTables(database);
    const fill = () => sql`
      insert into tenants (slug) select ${String(Math.random()).slice(2)} || 'x' || n from generate_series(1, 5000) n`;
    const size = async () => Number((await sql`select pg_relation_size('tenants') as size`)[0]!["size"]);
    await fill();
    expect(await tidyTables(database)).toContain("tenants");
    expect((await sql`select reltuples::int as count from pg_class where relname = 'tenants'`)[0]).toEqual({
      count: 5000,
    });
    expect(await tidyTables(database)).toEqual([]);
    const full = await size();
    await sql`delete from tenants`;
    await sql`vacuum (analyze) tenants`;
    await fill();
    expect(await size()).toBeLessThanOrEqual(full * 1.1);
  });

  it("makes the planner plan each statement for its values and the current tables", async () => {
    expect(await database.sql`show plan_cache_mode`).toEqual([{ plan_cache_mode: "force_custom_plan" }]);
    const other = database.connectOne();
    expect(await other`show plan_cache_mode`).toEqual([{ plan_cache_mode: "force_custom_plan" }]);
    await other.end();
    expect(await database.sql`show plan_cache_mode`).toEqual([{ plan_cache_mode: "force_custom_plan" }]);
  });
});
