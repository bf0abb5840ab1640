import { describe, expect, it } from "vitest";
import { databaseBefore, databaseKinds } from "@/server/testing/stores";
import { migrateDatabase } from "./migrate";

const AT = "2026-02-03T04:05:06.789Z";

describe.each(databaseKinds)("migration 0018 on %s", (kind) => {
  it("attack: a passkey, a number, a password, a session or a sign-in from before the proof of the address survives the upgrade as trusted", async () => {
    const database = await databaseBefore(kind, 18);
    const { sql } = database;
    await sql`insert into tenants (id, slug) values (1, 'acme')`;
    const [before, after] = ["2026-02-03T03:00:00Z", "2026-02-03T05:00:00Z"];
    const person = async (email: string, proved: string | null = AT) => {
      const [row] = await sql<{ id: string }[]>`
        insert into users (tenant_id, email, email_verified_at) values (1, ${email}, ${proved}) returning id`;
      return Number(row!.id);
    };
    const factor = async (id: number, at: string) =>
      sql`insert into factors (tenant_id, user_id, kind, created_at) values (1, ${id}, 'webauthn', ${at})`;
    await person("unused@acme.example");
    await factor(await person("own@acme.example"), after);
    await factor(await person("unproved@acme.example", null), before);
    await factor(await person("passkey@acme.example"), before);
    await sql`update users set phone_verified_at = ${before} where id = ${await person("number@acme.example")}`;
    await sql`
      update users set password_hash = 'x', password_changed_at = ${before}
      where id = ${await person("password@acme.example")}`;
    await sql`
      insert into sessions (tenant_id, user_id, created_at, expires_at)
      values (1, ${await person("session@acme.example")}, ${before}, ${after})`;
    await sql`
      insert into sign_ins (tenant_id, user_id, at, outcome)
      values (1, ${await person("entered@acme.example")}, ${before}, 'succeeded')`;
    await migrateDatabase(database);
    const rows = await sql<
      { email: string }[]
    >`select email from users where untrusted_since is not null order by email`;
    expect(rows.map(({ email }) => email.split("@")[0])).toEqual([
      "entered",
      "number",
      "passkey",
      "password",
      "session",
    ]);
    await database.close();
  });
});
