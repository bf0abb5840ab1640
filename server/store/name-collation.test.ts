import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { migrateDatabase } from "./migrate";

describe.each(databaseKinds)("the order of names on %s", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase(kind)), 60_000);
  afterAll(() => database.close());

  const indexes = async () =>
    (
      await database.sql<{ definition: string; oid: string }[]>`
        select indexrelid::text as oid, pg_get_indexdef(indexrelid) as definition from pg_index
        where indrelid = 'users'::regclass and pg_get_indexdef(indexrelid) like '%castellan_names%' order by 2`
    ).map(({ definition, oid }) => ({ definition, oid }));
  const definitions = async () => (await indexes()).map(({ definition }) => definition);

  it("follows another language after a start, with the same indexes", async () => {
    const before = await indexes();
    expect(before).toHaveLength(5);
    expect(await migrateDatabase(database, "sv")).toMatchObject({ canSortNames: true });
    expect(await definitions()).toEqual(before.map(({ definition }) => definition));
    expect((await indexes()).map(({ oid }) => oid)).not.toEqual(before.map(({ oid }) => oid));
    // The embedded database has only the root order.
    const last = kind === "postgres" ? "Ärger" : "Zoë";
    const sorted = await database.sql<{ name: string }[]>`
      select name from unnest(array['Zoë', 'Ärger', 'Aal']) as name order by name collate castellan_names`;
    expect(sorted.map(({ name }) => name).at(-1)).toBe(last);
  });

  it("builds no index again if the language is the same, and builds them if the library has another version", async () => {
    await migrateDatabase(database, "de");
    const before = await indexes();
    await migrateDatabase(database, "de");
    expect(await indexes()).toEqual(before);
    await database.sql`update pg_collation set collversion = '1' where collname = 'castellan_names'`;
    await migrateDatabase(database, "de");
    expect(await definitions()).toEqual(before.map(({ definition }) => definition));
    expect(await indexes()).not.toEqual(before);
  });
});
