import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { unavailability } from "../kernel/concurrency/unavailability";
import { openDatabase, type Database } from "./database";
import { requireSpace, stateOf } from "./disk-space";

const MB = 1024 * 1024;

describe("the state of a disk", () => {
  it.each([
    [1_000, "enough", "enough"],
    [300, "enough", "low"],
    [47, "low", "full"],
    [60, "low", "low"],
    [60, "full", "full"],
    [65, "full", "low"],
    [1_000, "full", "enough"],
  ] as const)("with %i MB after %s is %s", (megabytes, before, state) => {
    expect(stateOf(megabytes * MB, before)).toBe(state);
  });
});

describe("the embedded database on a disk without free space", () => {
  let directory: string;
  let database: Database;
  let megabytes: number;
  let events: string[];
  beforeAll(async () => {
    directory = mkdtempSync(path.join(os.tmpdir(), "castellan-space-"));
    megabytes = 10_000;
    database = await openDatabase({
      directory,
      poolSize: 1,
      freeBytes: () => Promise.resolve(megabytes * MB),
      onSpace: ({ state }, event) => void events.push(event === "changed" ? state : event),
    });
    await database.sql`create table rows (name text)`;
  });
  beforeEach(() => {
    megabytes = 10_000;
    events = [];
  });
  afterAll(async () => {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const insert = (name: string) => database.sql`insert into rows values (${name})`;
  const names = async () =>
    (await database.sql<{ name: string }[]>`select name from rows order by name`).map(({ name }) => name);
  const refused = async () => {
    const error: unknown = await insert("refused").then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return unavailability(error);
  };

  it("refuses changes (503), reads, and accepts changes again when there is free space", async () => {
    await insert("before");
    megabytes = 10;
    await expect.poll(() => database.space?.().state, { timeout: 5_000 }).toBe("full");
    await expect
      .poll(refused)
      .toMatchObject({ status: 503, reason: { code: "request.read_only" }, details: { retryAfter: 30 } });
    await expect(names()).resolves.toContain("before");
    megabytes = 1_000;
    await expect
      .poll(
        () =>
          insert("after").then(
            () => true,
            () => false,
          ),
        { timeout: 5_000 },
      )
      .toBe(true);
    await expect(names()).resolves.toContain("after");
    expect(events).toEqual(["full", "enough"]);
  });

  it("is started again if it does not answer, and keeps what was committed", async () => {
    await insert("committed");
    megabytes = 0;
    const stuck = database.sql`select count(*) from generate_series(1, 1000000000)`.then(
      () => "answered",
      () => "failed",
    );
    await expect(stuck).resolves.toBe("failed");
    await expect.poll(() => events, { timeout: 20_000 }).toContain("restarted");
    await expect(names()).resolves.toContain("committed");
    await expect.poll(refused, { timeout: 5_000 }).toMatchObject({ status: 503 });
    megabytes = 1_000;
    await expect
      .poll(
        () =>
          insert("space").then(
            () => true,
            () => false,
          ),
        { timeout: 5_000 },
      )
      .toBe(true);
  }, 60_000);

  it("keeps a reserve on the disk for a restart", async () => {
    await expect.poll(() => existsSync(path.join(directory, "reserve"))).toBe(true);
    await expect(requireSpace(directory)).resolves.toBeUndefined();
  });
});
