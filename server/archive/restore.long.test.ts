import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { smallOrganization } from "@/server/testing/archive-scene";
import { archiveFolder, installationOn } from "@/server/testing/archives";
import { databaseKinds, everyDatabaseKind, freshDatabase } from "@/server/testing/stores";
import { openDatabase, type Database } from "@/server/store/database";
import { migrateDatabase } from "@/server/store/migrate";

describe.runIf(everyDatabaseKind.includes("postgres"))(
  "an archive on PostgreSQL while the organization works",
  () => {
    it("is the state of one moment", async () => {
      const folder = await archiveFolder();
      const database = await freshDatabase("postgres");
      const target = await freshDatabase("pglite");
      try {
        const home = installationOn(database);
        const { tenantId } = await smallOrganization(database);
        const { sql } = database;
        await sql`insert into tags (tenant_id, name) select ${tenantId}, 'tag ' || n from generate_series(1, 3000) n`;
        let isDone = false;
        // Each transaction moves a pair: a tag and a saved role have equal numbers at each moment.
        const writer = (async () => {
          for (let n = 0; !isDone; n += 1)
            await sql.begin(async (tx) => {
              await tx`insert into roles (tenant_id, name) values (${tenantId}, ${`role ${n}`})`;
              await tx`insert into tags (tenant_id, name) values (${tenantId}, ${`pair ${n}`})`;
            });
        })();
        const { file } = await folder.archive(home, "acme");
        isDone = true;
        await writer;
        await folder.restore(installationOn(target), file);
        const [row] = await target.sql<{ roles: number; pairs: number }[]>`
        select (select count(*) from roles)::int as roles,
          (select count(*) from tags where name like 'pair %')::int as pairs`;
        expect(row!.roles).toBe(row!.pairs);
      } finally {
        await database.close();
        await target.close();
        folder.remove();
      }
    }, 60_000);
  },
);

describe.each(databaseKinds)("a restore on %s that is killed", (kind) => {
  // A restore of this size takes about two seconds.
  const rows = kind === "postgres" ? 60_000 : 20_000;
  const script = path.join(process.cwd(), "server", "testing", "restore-process.ts");

  /** Restores in another process, and kills it some time after its beginning. */
  async function killed(place: string, file: string, identity: string, waitMs: number) {
    const args = ["--import", "tsx", script, place, file, identity];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once("close", (_code, signal) => resolve(signal)),
    );
    await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), ended]);
    await delay(waitMs);
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
  }

  it("leaves nothing, and the next restore succeeds", async () => {
    const folder = await archiveFolder();
    const directory = path.join(folder.folder, "data");
    const server = kind === "postgres" ? await freshDatabase("postgres") : null;
    const opened = async () => server ?? (await openDatabase({ directory, poolSize: 1 }));
    const closed = async (database: Database) => void (database === server || (await database.close()));
    try {
      const source = await freshDatabase("pglite");
      const { tenantId } = await smallOrganization(source);
      await source.sql`
        insert into tags (tenant_id, name) select ${tenantId}, 'tag ' || n from generate_series(1, ${rows}) n`;
      const { file } = await folder.archive(installationOn(source), "acme");
      await source.close();
      if (!server) {
        const database = await opened();
        await migrateDatabase(database);
        await database.close();
      }
      for (const waitMs of kind === "postgres" ? [0, 200, 500] : [0, 300]) {
        await killed(server?.url ?? directory, file, folder.identity, waitMs);
        const database = await opened();
        const left = async () =>
          (await database.sql`select 1 from tenants union all select 1 from tags limit 1`).length;
        // PostgreSQL notices the end of the connection a moment later.
        await expect.poll(left, { timeout: 10_000 }).toBe(0);
        await closed(database);
      }
      const database = await opened();
      await folder.restore(installationOn(database), file);
      expect((await database.sql`select count(*)::int as n from tags`)[0]).toEqual({ n: rows });
      await closed(database);
    } finally {
      await server?.close();
      folder.remove();
    }
  }, 120_000);
});
