import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRole, listRoles } from "@/server/domain/roles/roles";
import { createExecute } from "@/server/kernel/operation/execute";
import type { Ports } from "@/server/kernel/operation/ports";
import { savedSettings } from "@/server/kernel/settings";
import { requireIntactChains } from "@/server/testing/chain";
import { tenantActor } from "@/server/testing/operations";
import { quietWorld } from "@/server/testing/ports";
import {
  folderIn,
  postgresClusters,
  postgresInstalled,
  type Postgres,
} from "@/server/testing/postgres-cluster";
import { openDatabase } from "./database";
import { migrateDatabase } from "./migrate";
import { createStores } from "./stores";

/*
 * The procedures of docs/operations.md for PostgreSQL, with the same commands: an archive of pg_dump, and recovery to a point in time.
 */

const installed = Boolean(process.env["TEST_DATABASE_URL"]) && postgresInstalled;

describe.runIf(installed)("an installation on PostgreSQL after the loss of its server", () => {
  let clusters: Postgres;
  beforeEach(() => {
    clusters = postgresClusters();
  });
  afterEach(() => clusters.close());

  async function createEmpty(address: string) {
    const sql = postgres(`${address}/postgres`, { max: 1, onnotice: () => {} });
    await sql`create database castellan`;
    await sql.end();
    return `${address}/castellan`;
  }

  /** Waits until the server has recovered to its target and accepts changes. */
  async function promoted(address: string) {
    const sql = postgres(`${address}/postgres`, { max: 1, onnotice: () => {} });
    const recovers = async () =>
      (await sql<[{ recovers: boolean }]>`select pg_is_in_recovery() as recovers`)[0];
    await expect.poll(recovers, { timeout: 30_000 }).toEqual({ recovers: false });
    await sql.end();
  }

  /** Opens the database as a start of the server does. */
  async function opened(url: string) {
    const database = await openDatabase({ url, directory: null, poolSize: 2 });
    await migrateDatabase(database);
    const stores = createStores(database);
    const ports: Ports = {
      clock: () => new Date(),
      passwords: {
        hash: () => Promise.resolve(""),
        verify: () => Promise.resolve(false),
        isOutdated: () => false,
      },
      settings: () => Promise.resolve(savedSettings(null)),
      vault: { encrypt: (text) => text, decrypt: (sealed) => sealed },
      ...quietWorld,
    };
    const execute = createExecute(stores, ports);
    return {
      sql: database.sql,
      createRole: (name: string) => execute(tenantActor(1), createRole, { name }),
      roles: async () => (await execute(tenantActor(1), listRoles, {})).map(({ name }) => name),
      seal: () => requireIntactChains(database),
      close: () => database.close(),
    };
  }

  it("is restored from an archive of pg_dump, with its audit chain", async () => {
    await clusters.create("first");
    const address = await clusters.start("first");
    const before = await opened(await createEmpty(address));
    await before.sql`insert into tenants (slug) values ('acme')`;
    await before.createRole("Editor");
    await before.seal();
    await before.close();
    await clusters.run("pg_dump", "-Fc", "-f", "castellan.dump", `${address}/castellan`);
    await clusters.kill("first");

    await clusters.create("second");
    const restored = await createEmpty(await clusters.start("second"));
    await clusters.run("psql", "-qc", "create role castellan_tenant nologin", restored);
    await clusters.run("pg_restore", "--exit-on-error", "-d", restored, "castellan.dump");
    const after = await opened(restored);
    expect(await after.roles()).toEqual(["Editor"]);
    await after.createRole("Reader");
    await after.seal();
    expect(await after.roles()).toEqual(["Editor", "Reader"]);
    await after.close();
  }, 120_000);

  it("is recovered to a point in time from a base backup and the archive of the log", async () => {
    const archive = folderIn(clusters, "archive");
    await clusters.create("first");
    const address = await clusters.start("first", {
      archive_mode: "on",
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.new && mv ${archive}/%f.new ${archive}/%f`,
    });
    const before = await opened(await createEmpty(address));
    await before.sql`insert into tenants (slug) values ('acme')`;
    await before.createRole("Before the backup");
    await clusters.run("pg_basebackup", "-d", `${address}/postgres`, "-D", "base", "-c", "fast");
    await before.createRole("After the backup");
    await before.seal();
    const [time] = await before.sql<[{ now: string }]>`select clock_timestamp()::text as now`;
    await delay(50);
    await before.createRole("A mistake");
    const [last] = await before.sql<[{ file: string }]>`select pg_walfile_name(pg_switch_wal()) as file`;
    await before.close();
    await expect.poll(() => readdirSync(archive), { timeout: 30_000 }).toContain(last.file);
    await clusters.kill("first");
    rmSync(path.join(clusters.folder, "first"), { recursive: true });

    writeFileSync(path.join(clusters.folder, "base", "recovery.signal"), "", { mode: 0o644 });
    const recovered = await clusters.start("base", {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: time.now,
      recovery_target_action: "promote",
    });
    await promoted(recovered);
    const after = await opened(`${recovered}/castellan`);
    expect(await after.roles()).toEqual(["After the backup", "Before the backup"]);
    await after.createRole("Later");
    await after.seal();
    await after.close();
    expect(existsSync(path.join(clusters.folder, "base", "recovery.signal"))).toBe(false);
  }, 120_000);
});
