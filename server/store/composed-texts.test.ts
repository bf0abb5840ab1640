import { describe, expect, it } from "vitest";
import { databaseBefore, databaseKinds } from "@/server/testing/stores";
import { describeClash, migrateDatabase } from "./migrate";

const decomposed = (text: string) => text.normalize("NFD");
/** Two texts that differ, and are equal in NFC. */
const halves = [`${decomposed("Ö")}Ü`, `Ö${decomposed("Ü")}`] as const;

describe.each(databaseKinds)("migration 0030 on %s", (kind) => {
  it("stores the texts of earlier versions in NFC, and reports names that then are equal", async () => {
    const database = await databaseBefore(kind, 30);
    const { sql } = database;
    await sql`insert into tenants (id, slug) values (1, 'acme'), (2, 'other')`;
    await sql`insert into users (tenant_id, id, email, name, user_name, scim_attributes, updated_at) values
      (1, 1, 'a@acme.example', ${decomposed("Jürgen")}, ${decomposed("jürgen")}, ${JSON.stringify({ title: decomposed("Prüfer") })}::text::jsonb, '2026-02-03'),
      (1, 2, 'b@acme.example', 'Ann', 'ann', ${JSON.stringify({ nickName: "a\n\u0301b", title: `${decomposed("ü")}${"x".repeat(200)}` })}::text::jsonb, '2026-02-03')`;
    await sql`insert into roles (tenant_id, id, name) values
      (1, 1, 'Prüfer'), (1, 2, ${decomposed("PRÜFER")}), (1, 3, ${halves[0]}), (1, 4, ${halves[1]}),
      (2, 5, ${decomposed("Prüfer")}), (2, 6, ${"\u212bngstrom"})`;
    await sql`insert into saved_views (tenant_id, id, user_id, list, name, query) values
      (1, 1, 1, 'users', ${decomposed("Früh")}, ''), (1, 2, 2, 'users', 'Früh', '')`;
    await sql`insert into role_sync_sources (tenant_id, id, name, connector_name, settings) values
      (1, 1, 'Feed', 'DirectoryFeed', ${JSON.stringify({ url: `https://x.example/${decomposed("ü")}`, roleField: decomposed("Größe") })}::text::jsonb)`;
    const { clashes } = await migrateDatabase(database);
    const users =
      await sql`select id, name, user_name, scim_attributes ->> 'title' as title, updated_at > '2026-02-04' as touched from users order by id`;
    expect(users).toMatchObject([
      { name: "Jürgen", user_name: "jürgen", title: "Prüfer", touched: true },
      { name: "Ann", user_name: "ann", touched: false },
    ]);
    const roles = await sql<{ name: string }[]>`select name from roles order by id`;
    expect(roles.map(({ name }) => name)).toEqual([
      "Prüfer",
      decomposed("PRÜFER"),
      "ÖÜ",
      halves[1],
      "Prüfer",
      "Ångstrom",
    ]);
    expect(await sql`select scim_attributes ->> 'nickName' as nick from users where id = 2`).toEqual([
      { nick: "a\n\u0301b" },
    ]);
    const views = await sql<{ name: string }[]>`select name from saved_views order by id`;
    expect(views.map(({ name }) => name)).toEqual(["Früh", "Früh"]);
    expect(
      await sql`select settings ->> 'url' as url, settings ->> 'roleField' as field from role_sync_sources`,
    ).toMatchObject([{ url: `https://x.example/${decomposed("ü")}`, field: "Größe" }]);
    expect(clashes).toEqual([
      { tenantId: 1, table: "roles", id: 2, column: "name" },
      { tenantId: 1, table: "roles", id: 4, column: "name" },
    ]);
    expect(describeClash(clashes[0]!)).toContain("the record 2 in roles");
    expect(await migrateDatabase(database)).toMatchObject({ clashes: [] });
    await database.close();
  });
});
