import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { unavailability } from "@/server/kernel/concurrency/unavailability";
import { openDatabase, type Database } from "@/server/store/database";

const MB = 1024 * 1024;

/** Registers hooks of a suite: an embedded database on a disk whose free space the tests set. */
export function smallDisk() {
  const disk = {
    directory: "",
    megabytes: 10_000,
    events: [] as string[],
    database: undefined as unknown as Database,
  };
  beforeAll(async () => {
    disk.directory = mkdtempSync(path.join(os.tmpdir(), "castellan-space-"));
    disk.database = await openDatabase({
      directory: disk.directory,
      poolSize: 1,
      freeBytes: () => Promise.resolve(disk.megabytes * MB),
      onSpace: ({ state }, event) => void disk.events.push(event === "changed" ? state : event),
    });
    await disk.database.sql`create table rows (name text)`;
  });
  beforeEach(() => {
    disk.megabytes = 10_000;
    disk.events = [];
  });
  afterAll(async () => {
    await disk.database.close();
    rmSync(disk.directory, { recursive: true, force: true });
  });

  const insert = (name: string) => disk.database.sql`insert into rows values (${name})`;
  const inserts = (name: string) =>
    insert(name).then(
      () => true,
      () => false,
    );
  const names = async () =>
    (await disk.database.sql<{ name: string }[]>`select name from rows order by name`).map(
      ({ name }) => name,
    );
  const refused = async () => {
    const error: unknown = await insert("refused").then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return unavailability(error);
  };
  return { disk, insert, inserts, names, refused };
}
