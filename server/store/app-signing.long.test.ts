import { describe, expect, it } from "vitest";
import { databaseBefore, everyDatabaseKind } from "@/server/testing/stores";
import { migrateDatabase } from "./migrate";

describe.each(everyDatabaseKind)("migration 0025 on %s", (kind) => {
  it("keeps EdDSA for existing apps, RS256 for new ones, and lets existing keys sign on", async () => {
    const database = await databaseBefore(kind, 25);
    const { sql } = database;
    await sql`insert into tenants (id, slug) values (1, 'acme')`;
    await sql`insert into apps (tenant_id, name, client_id) values (1, 'Old', 't1_old')`;
    await sql`
      insert into signing_keys (kid, algorithm, public_jwk, private_jwk_encrypted, created_at)
      values ('k', 'EdDSA', '{}', 'x', '2026-02-03T04:05:06.789Z')`;
    await migrateDatabase(database);
    await sql`insert into apps (tenant_id, name, client_id) values (1, 'New', 't1_new')`;
    expect(await sql`select name, signing_algorithm as algorithm from apps order by name`).toMatchObject([
      { name: "New", algorithm: "RS256" },
      { name: "Old", algorithm: "EdDSA" },
    ]);
    expect(
      await sql`select signs_from = created_at as same, retired_at, revoked_at from signing_keys`,
    ).toMatchObject([{ same: true, retired_at: null, revoked_at: null }]);
    await database.close();
  });
});
