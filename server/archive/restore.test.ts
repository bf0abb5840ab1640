import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillRemaining, smallOrganization } from "@/server/testing/archive-scene";
import { archiveFolder, installationOn, type Installation, withDigests } from "@/server/testing/archives";
import { requireIntactChains } from "@/server/testing/chain";
import { databaseKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { createVault } from "@/server/ports/vault";
import { tenantTableNames } from "./tables";

describe.each(databaseKinds)("the restore of an organization on %s", (kind) => {
  let folder: Awaited<ReturnType<typeof archiveFolder>>;
  let home: Installation & { database: TestDatabase };
  let acme: Awaited<ReturnType<typeof smallOrganization>>;
  beforeAll(async () => {
    folder = await archiveFolder();
    const database = await freshDatabase(kind);
    home = { ...installationOn(database), database };
    await database.sql`insert into tenants (slug) values ('first')`;
    acme = await smallOrganization(database);
    await fillRemaining(database, acme.tenantId, createVault(home.masterKey));
    await requireIntactChains(database);
  }, 60_000);
  afterAll(async () => {
    await home.database.close();
    folder.remove();
  });

  const elsewhere = async (work: (other: Installation & { database: TestDatabase }) => Promise<void>) => {
    const database = await freshDatabase(kind);
    try {
      await work({ ...installationOn(database), database });
    } finally {
      await database.close();
    }
  };
  /** Removes an organization with its rows. */
  const remove = async ({ database: { sql } }: Installation, tenantId: number) => {
    await sql`delete from tenants where id = ${tenantId}`;
    // Rows refer to each other, so some are removed only with others.
    for (let left = [...tenantTableNames, "api_audiences"]; left.length > 0;) {
      const kept: string[] = [];
      for (const table of left)
        await sql
          .unsafe(`delete from ${table} where tenant_id = $1`, [tenantId])
          .catch(() => kept.push(table));
      if (kept.length === left.length) throw new Error(`rows remain in ${kept.join(", ")}`);
      left = kept;
    }
  };

  it("never changes a living organization, and gives a copy another id, client ids and no audience", async () => {
    const { file } = await folder.archive(home, "acme");
    await expect(folder.restore(home, file)).rejects.toMatchObject({ code: "slug_taken" });
    const { tenant, isOwn, notes } = await folder.restore(home, file, { slug: "copy" });
    expect(isOwn).toBe(true);
    expect(tenant.id).toBeGreaterThan(acme.tenantId);
    expect(notes.clientIds.map(({ before }) => before).sort()).toEqual(
      [acme.clientId, acme.credentialId, `t${acme.tenantId}_${"a".repeat(22)}`].sort(),
    );
    const both = ["https://api.acme.example/v1", "https://api.archived.example"];
    expect(notes.audiences.sort()).toEqual(both);
    for (const { after } of notes.clientIds) expect(after).toMatch(new RegExp(`^t${tenant.id}_[\\w-]{22}$`));
    const { sql } = home.database;
    const domains = await sql<{ tenant_id: string }[]>`
      select tenant_id from custom_domains where verified_key is not null`;
    expect(domains.map(({ tenant_id }) => Number(tenant_id))).toEqual([acme.tenantId]);
    const events = await sql<{ action: string }[]>`select action from platform_audit_events order by id`;
    expect(events.map(({ action }) => action)).toEqual([
      "system.organization_archived",
      "system.organization_restored",
    ]);
  });

  // The embedded database has one connection, so nobody works during an archive.
  it.runIf(kind === "postgres")("archives one moment of an organization that works meanwhile", async () => {
    const { sql, background } = home.database;
    const join = () =>
      sql`insert into users (tenant_id, email) values (${acme.tenantId}, 'late@acme.example')`;
    const replaced = <T extends object>(of: T, name: keyof T, value: unknown) =>
      new Proxy(of, { get: (target, key) => (key === name ? value : Reflect.get(target, key)) });
    const reserve = async () => {
      const connection = await background.reserve();
      const unsafe = (text: string, ...more: []) =>
        /^select count.* "users"/.test(text)
          ? join().then(() => connection.unsafe(text, ...more))
          : connection.unsafe(text, ...more);
      return replaced(connection, "unsafe", unsafe);
    };
    const working = { ...home.database, background: replaced(background, "reserve", reserve) };
    const { file } = await folder.archive({ ...home, database: working }, "acme");
    expect(await sql`delete from users where email = 'late@acme.example' returning 1 as one`).toHaveLength(1);
    expect((await folder.lines(file)).join()).not.toContain("late@acme.example");
  });

  it("gives a removed organization its id back in the installation that archived it", async () => {
    const { sql } = home.database;
    await smallOrganization(home.database, "gone").then(async ({ tenantId, clientId }) => {
      await sql`delete from api_audiences`;
      const { file } = await folder.archive(home, "gone");
      await remove(home, tenantId);
      const restore = await folder.restore(home, file);
      expect(restore).toMatchObject({
        tenant: { id: tenantId },
        isOwn: true,
        notes: { clientIds: [], audiences: [] },
      });
      const [app] = await sql<
        { client_id: string }[]
      >`select client_id from apps where tenant_id = ${tenantId}`;
      expect(app!.client_id).toBe(clientId);
      const audiences = await sql<{ tenant_id: string }[]>`select tenant_id from api_audiences`;
      expect(new Set(audiences.map(({ tenant_id }) => Number(tenant_id)))).toEqual(new Set([tenantId]));
    });
  });

  it("reuse of an id: an archive of another installation does not get the id of a former organization", async () => {
    const { file } = await folder.archive(home, "acme");
    await elsewhere(async (other) => {
      // Ids 1 to 3 were used, and are free.
      for (const slug of ["one", "two", "three"])
        await other.database.sql`insert into tenants (slug) values (${slug})`;
      await other.database.sql`delete from tenants`;
      expect((await folder.restore(other, file)).tenant.id).toBe(4);
    });
  });

  it("does not take an id whose rows remain", async () => {
    const { file } = await folder.archive(home, "acme");
    await elsewhere(async (other) => {
      await other.database.sql`insert into tags (tenant_id, name) values (${acme.tenantId}, 'left')`;
      const { tenant } = await folder.restore(other, file);
      expect(tenant.id).not.toBe(acme.tenantId);
    });
  });

  it("forged origin: refuses rows that were changed in an archive of this installation", async () => {
    const { file } = await folder.archive(home, "acme");
    const lines = (await folder.lines(file)).map((line) =>
      line.replace("ada@acme.example", "eve@acme.example"),
    );
    const forged = await folder.write(withDigests(lines));
    await expect(folder.restore(home, forged, { slug: "forged" })).rejects.toMatchObject({ code: "changed" });
    await elsewhere(async (other) => {
      expect((await folder.restore(other, forged)).isOwn).toBe(false);
    });
  });

  it("refuses a changed event of the audit log, also if the digests of the archive match", async () => {
    const { file } = await folder.archive(home, "acme");
    const lines = await folder.lines(file);
    const at = lines.findIndex((line) => line.includes("system.user_created") && line.includes("Set-up"));
    const changed = withDigests(lines.with(at, lines[at]!.replace("Set-up", "Nobody")));
    await elsewhere(async (other) => {
      await expect(folder.restore(other, await folder.write(changed))).rejects.toMatchObject({
        code: "differs",
      });
      expect(await other.database.sql`select 1 from tenants`).toHaveLength(0);
    });
  });

  it("accepts a seal from before migration 0012 that names an event twice", async () => {
    const { file } = await folder.archive(home, "acme");
    const lines = await folder.lines(file);
    const at = lines.findIndex((line) => line.startsWith('{"table":"audit_seals"')) + 1;
    const repeated = lines[at]!.replace(/, (\d+)\]/, ", $1, $1]");
    expect(repeated).not.toBe(lines[at]);
    await elsewhere(async (other) => {
      const old = await folder.write(withDigests(lines.with(at, repeated)));
      expect((await folder.restore(other, old)).chain.intact).toBe(true);
    });
  });

  it("refuses the installation's own address as the audience of an API", async () => {
    const { file } = await folder.archive(home, "acme");
    await elsewhere(async (other) => {
      const { notes } = await folder.restore(other, file, { baseUrl: "https://api.acme.example" });
      expect(notes.audiences).toEqual(["https://api.acme.example/v1"]);
    });
  });

  it.each(["login", "Acme", "a b", "", "x".repeat(47)])("refuses the slug %j", async (slug) => {
    const { file } = await folder.archive(home, "acme");
    await expect(folder.restore(home, file, { slug })).rejects.toMatchObject({ code: "bad_slug" });
  });

  it("refuses to archive with another key than the one of the secrets", async () => {
    const { database } = home;
    await expect(folder.archive(installationOn(database), "acme")).rejects.toMatchObject({
      code: "undecryptable",
    });
    expect(readdirSync(folder.folder).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
  });

  it("refuses an unknown organization, a wrong public key and an existing file", async () => {
    await expect(folder.archive(home, "nobody")).rejects.toMatchObject({ code: "no_tenant" });
    const { file } = await folder.archive(home, "acme");
    await expect(folder.archive(home, "acme", file)).rejects.toMatchObject({ code: "file_exists" });
  });

  it("refuses a database with another schema", async () => {
    await elsewhere(async (other) => {
      await other.database.sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`;
      await expect(folder.archive(other, "acme")).rejects.toMatchObject({ code: "other_schema" });
    });
  });
});
