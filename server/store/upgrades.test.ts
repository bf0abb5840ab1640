import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseBefore, databaseKinds } from "@/server/testing/stores";
import type { Database } from "./database";
import { migrateDatabase } from "./migrate";

const [BEFORE, AT, AFTER] = ["2026-02-03T03:00:00Z", "2026-02-03T04:05:06.789Z", "2026-02-03T05:00:00Z"];
/** Organizations of the tests. */
const [LOGGED, USED, APPS] = [1, 2, 3];

/* One database of an old version with the rows of all tests, because every migration takes time. */
describe.each(databaseKinds)("an upgrade of a database from before migration 0017 on %s", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await databaseBefore(kind, 17);
    await database.sql`insert into tenants (id, slug) values (${LOGGED}, 'logged'), (${USED}, 'used'), (${APPS}, 'apps')`;
    await insertLogged();
    await insertUsed();
    await insertApps();
    await migrateDatabase(database);
  }, 60_000);
  afterAll(() => database.close());

  const person = async (tenant: number, name: string, proved: string | null = AT) => {
    const [row] = await database.sql<{ id: string }[]>`
      insert into users (tenant_id, email, email_verified_at) values (${tenant}, ${`${name}@acme.example`}, ${proved}) returning id`;
    return Number(row!.id);
  };
  const nameOf = ({ email }: { email: string }) => email.split("@")[0];

  async function insertLogged() {
    const { sql } = database;
    const event = async (name: string, action: string, changes: string) => sql`
      insert into audit_events (tenant_id, at, action, target, actor_label, changes)
      values (${LOGGED}, ${AT}, ${action}, ${`user:${await person(LOGGED, name)}`}, 'somebody', ${changes}::text::jsonb)`;
    await person(LOGGED, "clean");
    await event("unlinked", "system.identity_linked", "{}");
    await event("moved", "console.user_updated", `{"email": {"from": "a"}}`);
    await event("renamed", "console.user_updated", `{"name": {"from": "a"}}`);
    await sql`insert into identity_providers (id, tenant_id, kind, name, settings) values (7, ${LOGGED}, 'oidc', 'IdP', '{}')`;
    await sql`
      insert into identities (tenant_id, user_id, provider_id, subject, linked_at)
      values (${LOGGED}, ${await person(LOGGED, "linked")}, 7, 's', ${AT})`;
  }

  it("attack: an address that somebody else changed or a provider linked survives the upgrade as trusted (0017)", async () => {
    const rows = await database.sql<{ email: string; by: string | null; since: Date | null }[]>`
      select email, email_vouched_by as by, untrusted_since as since from users where tenant_id = ${LOGGED} order by email`;
    expect(rows.map((row) => [nameOf(row), row.by, row.since !== null])).toEqual([
      ["clean", null, false],
      ["linked", "provider", true],
      ["moved", null, true],
      ["renamed", null, false],
      ["unlinked", "provider", true],
    ]);
  });

  async function insertUsed() {
    const { sql } = database;
    const factor = async (id: number, at: string) =>
      sql`insert into factors (tenant_id, user_id, kind, created_at) values (${USED}, ${id}, 'webauthn', ${at})`;
    await person(USED, "unused");
    await factor(await person(USED, "own"), AFTER);
    await factor(await person(USED, "unproved", null), BEFORE);
    await factor(await person(USED, "passkey"), BEFORE);
    await sql`update users set phone_verified_at = ${BEFORE} where id = ${await person(USED, "number")}`;
    await sql`
      update users set password_hash = 'x', password_changed_at = ${BEFORE}
      where id = ${await person(USED, "password")}`;
    await sql`
      insert into sessions (tenant_id, user_id, created_at, expires_at)
      values (${USED}, ${await person(USED, "session")}, ${BEFORE}, ${AFTER})`;
    await sql`
      insert into sign_ins (tenant_id, user_id, at, outcome)
      values (${USED}, ${await person(USED, "entered")}, ${BEFORE}, 'succeeded')`;
  }

  it("attack: a passkey, a number, a password, a session or a sign-in from before the proof of the address survives the upgrade as trusted (0018)", async () => {
    const rows = await database.sql<{ email: string }[]>`
      select email from users where tenant_id = ${USED} and untrusted_since is not null order by email`;
    expect(rows.map(nameOf)).toEqual(["entered", "number", "passkey", "password", "session"]);
  });

  async function insertApps() {
    const { sql } = database;
    await sql`
      insert into apps (tenant_id, name, client_id, client_secret_hash, secret_generation, client_type, redirect_uri, additional_redirect_uris)
      values (${APPS}, 'Confidential', 't3_a', 'digest', 3, 'confidential', 'https://a.example/cb', '["com.example.a:/cb"]'),
        (${APPS}, 'Public', 't3_b', null, 1, 'public', 'HTTPS://B.example:443/cb', '["http://localhost:5173/cb"]')`;
    await sql`
      insert into signing_keys (kid, algorithm, public_jwk, private_jwk_encrypted, created_at)
      values ('k', 'EdDSA', '{}', 'x', ${AT})`;
  }

  it("keeps EdDSA for existing apps, RS256 for new ones, and lets existing keys sign on (0025)", async () => {
    const { sql } = database;
    const [created] = await sql`
      insert into apps (tenant_id, name, client_id) values (${USED}, 'New', 't2_new') returning signing_algorithm as algorithm`;
    expect(created).toEqual({ algorithm: "RS256" });
    expect(
      await sql`select distinct signing_algorithm as algorithm from apps where tenant_id = ${APPS}`,
    ).toEqual([{ algorithm: "EdDSA" }]);
    expect(
      await sql`select signs_from = created_at as same, retired_at, revoked_at from signing_keys`,
    ).toMatchObject([{ same: true, retired_at: null, revoked_at: null }]);
  });

  it("keeps the secret of each app with its generation, and finds the origins of its pages (0026)", async () => {
    const { sql } = database;
    expect(
      await sql`
      select a.name, s.secret_hash, s.generation, s.expires_at from app_secrets s
      join apps a on a.tenant_id = s.tenant_id and a.id = s.app_id`,
    ).toEqual([{ name: "Confidential", secret_hash: "digest", generation: 3, expires_at: null }]);
    expect(
      await sql`
      select name, auth_method, castellan_web_origins(redirect_uri, additional_redirect_uris, allowed_origins) as origins
      from apps where tenant_id = ${APPS} order by name`,
    ).toEqual([
      { name: "Confidential", auth_method: "client_secret", origins: ["https://a.example"] },
      {
        name: "Public",
        auth_method: "client_secret",
        origins: ["http://localhost:5173", "https://b.example"],
      },
    ]);
  });
});
