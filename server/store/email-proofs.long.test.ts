import { describe, expect, it } from "vitest";
import { databaseBefore, everyDatabaseKind } from "@/server/testing/stores";
import { migrateDatabase } from "./migrate";

const AT = "2026-02-03T04:05:06.789Z";

describe.each(everyDatabaseKind)("migration 0017 on %s", (kind) => {
  it("records for existing users the prover of the address, and the time since which the address is untrusted", async () => {
    const database = await databaseBefore(kind, 17);
    const { sql } = database;
    await sql`insert into tenants (id, slug) values (1, 'acme')`;
    const person = async (email: string) => {
      const [row] = await sql<{ id: string }[]>`
        insert into users (tenant_id, email, email_verified_at) values (1, ${email}, ${AT}) returning id`;
      return Number(row!.id);
    };
    const event = (userId: number, action: string, changes: string) => sql`
      insert into audit_events (tenant_id, at, action, target, actor_label, changes)
      values (1, ${AT}, ${action}, ${`user:${userId}`}, 'somebody', ${changes}::text::jsonb)`;
    await person("clean@acme.example");
    await event(await person("unlinked@acme.example"), "system.identity_linked", "{}");
    await event(await person("moved@acme.example"), "console.user_updated", `{"email": {"from": "a"}}`);
    await event(await person("renamed@acme.example"), "console.user_updated", `{"name": {"from": "a"}}`);
    const linked = await person("linked@acme.example");
    await sql`insert into identity_providers (id, tenant_id, kind, name, settings) values (7, 1, 'oidc', 'IdP', '{}')`;
    await sql`
      insert into identities (tenant_id, user_id, provider_id, subject, linked_at) values (1, ${linked}, 7, 's', ${AT})`;
    await migrateDatabase(database);
    const rows = await sql<{ email: string; by: string | null; since: Date | null }[]>`
      select email, email_vouched_by as by, untrusted_since as since from users order by email`;
    expect(rows.map(({ email, by, since }) => [email.split("@")[0], by, since !== null])).toEqual([
      ["clean", null, false],
      ["linked", "provider", true],
      ["moved", null, true],
      ["renamed", null, false],
      ["unlinked", "provider", true],
    ]);
    await database.close();
  });
});
