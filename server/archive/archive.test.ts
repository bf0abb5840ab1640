import { readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVault, readMasterKey } from "@/server/ports/vault";
import type { Database } from "@/server/store/database";
import { fillRemaining } from "@/server/testing/archive-scene";
import { archiveFolder, installationOn, type Installation } from "@/server/testing/archives";
import { requireIntactChains } from "@/server/testing/chain";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { consoleBrowser } from "@/server/testing/sign-in";
import type { Archive } from "./archive";
import { archivedTables } from "./tables";

const installationOf = ({ container: { config, database } }: TestServer): Installation => ({
  database,
  masterKey: readMasterKey(config),
});

const countOf = async ({ sql }: Database, table: string, tenantId: number) => {
  const [row] = await sql.unsafe<{ n: number }[]>(
    `select count(*)::int as n from ${table} where tenant_id = $1`,
    [tenantId],
  );
  return row!.n;
};

describe.each(databaseKinds)("an archive of an organization with rows in all tables on %s", (kind) => {
  let folder: Awaited<ReturnType<typeof archiveFolder>>;
  let source: TestServer;
  let archive: Archive & { file: string };
  let secrets: string[];
  beforeAll(async () => {
    folder = await archiveFolder();
    source = await startTestServer(kind, { environment: { SEED: "demo" } });
    const installation = installationOf(source);
    const [acme] = source.seed.tenants;
    secrets = await fillRemaining(source.database, acme.tenantId, createVault(installation.masterKey));
    // The seals of the events of the demo.
    await requireIntactChains(source.database);
    archive = await folder.archive(installation, acme.slug);
  }, 180_000);
  afterAll(async () => {
    await source.close();
    folder.remove();
  });

  it("contains each table, readable only by its owner and with the owner's key", async () => {
    const [acme] = source.seed.tenants;
    for (const { name } of archivedTables)
      expect([name, await countOf(source.database, name, acme.tenantId)]).not.toEqual([name, 0]);
    expect(statSync(archive.file).mode & 0o077).toBe(0);
    const clear = (await folder.lines(archive.file)).join("\n");
    const encrypted = readFileSync(archive.file);
    // Long texts, because a short one occurs in random bytes by chance.
    for (const text of [...secrets, "password_hash"]) {
      expect(clear).toContain(text);
      expect(encrypted.includes(text)).toBe(false);
    }
    expect(archive.chain.intact).toBe(true);
  });

  it("contains no value that needs the key of the installation", async () => {
    const text = (await folder.lines(archive.file)).join("\n");
    expect(text).not.toMatch(/"v1\.[\w-]{16}\.[\w-]{22}\./);
    for (const secret of secrets) expect(text).toContain(secret);
  });

  describe.each(databaseKinds)("restored on %s", (to) => {
    let target: Installation & { database: TestDatabase };
    beforeAll(async () => {
      const database = await freshDatabase(to);
      target = { ...installationOn(database), database };
    }, 60_000);
    // Verifies the audit chain of the restored organization, with the event of the restore.
    afterAll(() => target.database.close());

    it("keeps ids, client ids and rows in an empty installation, and verifies the audit chain", async () => {
      const [acme] = source.seed.tenants;
      const restore = await folder.restore(target, archive.file);
      expect(restore).toMatchObject({
        tenant: { id: acme.tenantId, slug: acme.slug },
        isOwn: false,
        rows: archive.rows,
        sha256: archive.sha256,
        chain: archive.chain,
        notes: { clientIds: [], domains: ["id.acme.example"], audiences: [] },
      });
      for (const { name } of archivedTables) {
        const added = ["audit_events", "outbox_events"].includes(name) ? 1 : 0;
        expect([name, await countOf(target.database, name, acme.tenantId)]).toEqual([
          name,
          (await countOf(source.database, name, acme.tenantId)) + added,
        ]);
      }
    }, 60_000);

    it("encrypts secrets with the key of the target", async () => {
      const vault = createVault(target.masterKey);
      const rows = await target.database.sql<{ sealed: string }[]>`
        select secret_sealed as sealed from webhooks union all select secret_sealed from role_sync_sources
        union all select secret_sealed from identity_providers union all select key_sealed from identity_provider_keys`;
      expect(rows.map(({ sealed }) => vault.decrypt(sealed)).sort()).toEqual([...secrets].sort());
    });

    it("ends sessions, sends nothing again and stops jobs", async () => {
      const { sql } = target.database;
      const [row] = await sql<[Record<string, number>]>`
        select (select count(*) from sessions where revoked_at is null)::int as sessions,
          (select count(*) from app_authorizations where revoked_at is null)::int as authorizations,
          (select count(*) from webhook_deliveries where next_attempt_at is not null)::int as deliveries,
          (select count(*) from messages)::int as messages,
          (select count(*) from outbox_events where type is not null)::int as events,
          (select count(*) from custom_domains where verified_at is not null)::int as domains,
          (select count(*) from bulk_jobs where status = 'running')::int as jobs,
          (select count(*) from user_imports where status = 'running')::int as imports,
          (select count(*) from role_sync_runs where status = 'running')::int as runs`;
      expect(Object.values({ ...row })).toEqual(Object.values({ ...row }).map(() => 0));
    });

    it("gives new rows ids above the restored ones", async () => {
      const [acme] = source.seed.tenants;
      const [user] = await target.database.sql<{ isNew: boolean }[]>`
        insert into users (tenant_id, name) values (${acme.tenantId}, 'New')
        returning id = (select max(id) + 1 from users) as "isNew"`;
      expect(user).toEqual({ isNew: true });
    });
  });
});

describe.each(databaseKinds)("an organization that was restored beside others on %s", (kind) => {
  let folder: Awaited<ReturnType<typeof archiveFolder>>;
  let server: TestServer;
  beforeAll(async () => {
    folder = await archiveFolder();
    server = await startTestServer(kind);
  }, 60_000);
  afterAll(async () => {
    await server.close();
    folder.remove();
  });

  it("accepts its passwords, client secrets and SCIM tokens over HTTP", async () => {
    const [acme] = server.seed.tenants;
    const { file } = await folder.archive(installationOf(server), acme.slug);
    const { tenant, notes } = await folder.restore(installationOf(server), file, {
      slug: "acmecopy",
      baseUrl: server.url,
    });
    expect(tenant.id).not.toBe(acme.tenantId);
    const browser = consoleBrowser(server.container.auth, server.url, "192.0.2.77");
    await browser.step("sign-in", { email: `acmecopy/${acme.owner.email}`, password: acme.owner.password });
    expect((await browser.view()).ready).toBeTruthy();
    const renamed = notes.clientIds.find(({ before }) => before === acme.credential.clientId)!;
    const { clientSecret } = acme.credential;
    const users = await server.call({ clientId: renamed.after, clientSecret }, "GET", "/api/v1/users");
    expect(users.status).toBe(200);
    const scim = await server.call(acme.scimToken, "GET", "/scim/v2/acmecopy/Users?count=1");
    expect(scim.status).toBe(200);
  }, 60_000);

  it("does not change the organization of the archive", async () => {
    const [acme] = server.seed.tenants;
    expect((await server.call(acme.credential, "GET", "/api/v1/users")).status).toBe(200);
    const scim = await server.call(acme.scimToken, "GET", `/scim/v2/${acme.slug}/Users?count=1`);
    expect(scim.status).toBe(200);
  });
});
