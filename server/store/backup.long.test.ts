import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUpEmbedded } from "./backup";
import { openDatabase, type Database } from "./database";
import { migrateDatabase } from "./migrate";
import { connectToRunning } from "./running-database";

describe("the backup of an embedded database", () => {
  let folder: string;
  let from: string;
  let database: Database;
  let isStopped = false;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "castellan-backup-"));
    from = path.join(folder, "data");
    database = await openDatabase({ directory: from, poolSize: 1 });
    await migrateDatabase(database);
    await database.sql`insert into tenants (slug) values ('acme')`;
    await database.sql`create table written (n int primary key, last int)`;
  }, 120_000);
  afterAll(async () => {
    if (!isStopped) await database.close();
    rmSync(folder, { recursive: true });
  });

  const rowsOf = async (directory: string) => {
    const copy = await openDatabase({ directory, poolSize: 1 });
    try {
      return [...(await copy.sql<{ n: number; last: number }[]>`select n, last from written order by n`)];
    } finally {
      await copy.close();
    }
  };

  it("is the state of one moment while the server writes: all writes before it, and none after it", async () => {
    const to = path.join(folder, "running");
    const acknowledged: number[] = [];
    let isDone = false;
    const writer = (async () => {
      for (let n = 1; !isDone; n += 1) {
        // Each transaction changes all rows. A file that was copied before a checkpoint would miss changes that the log of the copy
        // does not contain.
        await database.sql.begin(async (tx) => {
          await tx`insert into written values (${n}, 0)`;
          await tx`update written set last = ${n}`;
        });
        await database.sql`checkpoint`;
        acknowledged.push(n);
      }
    })();
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    const before = acknowledged.length;
    const backup = await backUpEmbedded({ from, to });
    isDone = true;
    await writer;
    expect(backup).toMatchObject({ wasRunning: true, counts: { organizations: 1 } });
    const rows = await rowsOf(to);
    expect(rows).toEqual(rows.map((_, index) => ({ n: index + 1, last: rows.length })));
    expect(rows.length).toBeGreaterThanOrEqual(before);
    expect(rows.length).toBeLessThanOrEqual(acknowledged.length);
  }, 120_000);

  it("has the form of a data directory without the key, readable only by its owner", async () => {
    writeFileSync(path.join(from, "master.key"), "key", { mode: 0o600 });
    const to = path.join(folder, "form");
    await backUpEmbedded({ from, to });
    expect(readdirSync(to).sort()).toEqual(["backup.json", "pglite"]);
    expect(statSync(to).mode & 0o077).toBe(0);
    expect(statSync(path.join(to, "backup.json")).mode & 0o077).toBe(0);
    const record = JSON.parse(readFileSync(path.join(to, "backup.json"), "utf8")) as object;
    expect(record).toMatchObject({ hasKey: false, wasRunning: true, counts: { organizations: 1 } });
  }, 60_000);

  it("contains the key on request", async () => {
    const to = path.join(folder, "with-key");
    await backUpEmbedded({ from, to, withKey: true });
    expect(readFileSync(path.join(to, "master.key"), "utf8")).toBe("key");
    expect(statSync(path.join(to, "master.key")).mode & 0o077).toBe(0);
  }, 60_000);

  it("refuses a directory with files, a source without a database, and a missing key", async () => {
    const full = path.join(folder, "full");
    mkdirSync(full);
    writeFileSync(path.join(full, "kept"), "kept");
    await expect(backUpEmbedded({ from, to: full })).rejects.toThrow("is not empty");
    expect(readdirSync(full)).toEqual(["kept"]);
    const none = path.join(folder, "none");
    await expect(backUpEmbedded({ from: none, to: path.join(folder, "x") })).rejects.toThrow(
      "no embedded database",
    );
    rmSync(path.join(from, "master.key"));
    await expect(backUpEmbedded({ from, to: path.join(folder, "y"), withKey: true })).rejects.toThrow(
      "is missing",
    );
    for (const name of ["none", "x", "y"]) expect(existsSync(path.join(folder, name))).toBe(false);
  });

  it("lets the server's statements go on if the command fails while it holds the database", async () => {
    const running = await connectToRunning(from);
    const failed = running.hold(async () => {
      void database.sql`select 1`.execute();
      await Promise.reject(new Error("no space"));
    });
    await expect(failed).rejects.toThrow("no space");
    expect(await database.sql`select 1 as n`).toEqual([{ n: 1 }]);
    // A killed command closes its connection within the transaction.
    void running.hold(() => new Promise(() => {})).catch(() => {});
    await expect.poll(() => isHeld(), { timeout: 5_000 }).toBe(true);
    await running.close();
    expect(await database.sql`select 1 as n`).toEqual([{ n: 1 }]);
  }, 60_000);

  /** Returns true if a statement gets no answer for 200 ms. */
  const isHeld = () => Promise.race([database.sql`select 1`.then(() => false), delay(200).then(() => true)]);

  it("copies the database of a stopped server", async () => {
    await database.close();
    isStopped = true;
    const to = path.join(folder, "stopped");
    const rows = await rowsOf(from);
    expect(await backUpEmbedded({ from, to })).toMatchObject({
      wasRunning: false,
      heldMs: expect.any(Number) as number,
    });
    expect(await rowsOf(to)).toEqual(rows);
    expect(existsSync(path.join(from, "socket"))).toBe(false);
  }, 60_000);
});
