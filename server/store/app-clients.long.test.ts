import { describe, expect, it } from "vitest";
import { databaseBefore, everyDatabaseKind } from "@/server/testing/stores";
import { migrateDatabase } from "./migrate";

describe.each(everyDatabaseKind)("migration 0026 on %s", (kind) => {
  it("keeps the secret of each app with its generation, and finds the origins of its pages", async () => {
    const database = await databaseBefore(kind, 26);
    const { sql } = database;
    await sql`insert into tenants (id, slug) values (1, 'acme')`;
    await sql`
      insert into apps (tenant_id, name, client_id, client_secret_hash, secret_generation, client_type, redirect_uri, additional_redirect_uris)
      values (1, 'Confidential', 't1_a', 'digest', 3, 'confidential', 'https://a.example/cb', '["com.example.a:/cb"]'),
        (1, 'Public', 't1_b', null, 1, 'public', 'HTTPS://B.example:443/cb', '["http://localhost:5173/cb"]')`;
    await migrateDatabase(database);
    expect(
      await sql`
      select a.name, s.secret_hash, s.generation, s.expires_at from app_secrets s
      join apps a on a.tenant_id = s.tenant_id and a.id = s.app_id`,
    ).toEqual([{ name: "Confidential", secret_hash: "digest", generation: 3, expires_at: null }]);
    expect(
      await sql`
      select name, auth_method, castellan_web_origins(redirect_uri, additional_redirect_uris, allowed_origins) as origins
      from apps order by name`,
    ).toEqual([
      { name: "Confidential", auth_method: "client_secret", origins: ["https://a.example"] },
      {
        name: "Public",
        auth_method: "client_secret",
        origins: ["http://localhost:5173", "https://b.example"],
      },
    ]);
    await database.close();
  });
});
