import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "@/server/edge/config";
import { createVault } from "@/server/ports/vault";
import { smallOrganization } from "@/server/testing/archive-scene";
import { archiveFolder, installationOn } from "@/server/testing/archives";
import { databaseKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { createMarks } from "./format";
import { archiveDue } from "./schedule";

describe.each(databaseKinds)("the schedule of archives on %s", (kind) => {
  let folder: Awaited<ReturnType<typeof archiveFolder>>;
  let database: TestDatabase;
  let acmeId: number;
  beforeAll(async () => {
    folder = await archiveFolder();
    database = await freshDatabase(kind);
    acmeId = (await smallOrganization(database)).tenantId;
    await smallOrganization(database, "globex");
  }, 60_000);
  afterAll(async () => {
    await database.close();
    folder.remove();
  });

  const errors: string[] = [];
  const run = (at: string, { signal = new AbortController().signal, masterKey = Buffer.alloc(32) } = {}) =>
    archiveDue(
      {
        database,
        vault: createVault(masterKey),
        marks: createMarks(masterKey),
        version: "0.0.0",
        log: pino({ level: "error" }, { write: (line) => void errors.push(line) }),
        folder: folder.folder,
        recipients: [folder.recipient],
        everyHours: 24,
        keep: 2,
        clock: () => new Date(at),
      },
      signal,
    );
  const filesOf = (name: string) => readdirSync(path.join(folder.folder, name)).sort();

  it("archives each organization when its newest archive is old enough, and keeps the newest ones", async () => {
    const acme = `${acmeId}-acme`;
    mkdirSync(path.join(folder.folder, acme), { recursive: true });
    for (const name of ["other.age", "2026-01-01T000000Z.age.abc.unfinished"])
      writeFileSync(path.join(folder.folder, acme, name), "");
    await run("2026-11-28T07:00:00.000Z");
    expect(filesOf(acme)).toEqual(["2026-11-28T070000Z.age", "other.age"]);
    await run("2026-11-29T06:59:59.000Z");
    expect(filesOf(acme)).toEqual(["2026-11-28T070000Z.age", "other.age"]);
    await run("2026-11-29T07:00:00.000Z");
    await run("2026-11-30T07:00:01.000Z");
    expect(filesOf(acme)).toEqual(["2026-11-29T070000Z.age", "2026-11-30T070001Z.age", "other.age"]);
    expect(filesOf(`${acmeId + 1}-globex`)).toHaveLength(2);
    const target = await freshDatabase(kind);
    try {
      const file = path.join(folder.folder, acme, "2026-11-30T070001Z.age");
      expect((await folder.restore(installationOn(target), file)).tenant.slug).toBe("acme");
    } finally {
      await target.close();
    }
  }, 60_000);

  it("goes on with the other organizations after a failure", async () => {
    errors.length = 0;
    await database.sql`
      insert into webhooks (tenant_id, url, secret_sealed, events) values (${acmeId}, 'https://hooks.example', 'v1.a.b.c', '*')`;
    await run("2026-12-02T07:00:00.000Z");
    expect(filesOf(`${acmeId}-acme`)).not.toContain("2026-12-02T070000Z.age");
    expect(filesOf(`${acmeId + 1}-globex`)).toContain("2026-12-02T070000Z.age");
    expect(errors.join()).toContain("an organization could not be archived");
    await database.sql`delete from webhooks`;
  });

  it("writes nothing after the stop", async () => {
    const stopped = new AbortController();
    stopped.abort();
    const before = filesOf(`${acmeId}-acme`);
    await run("2027-01-01T07:00:00.000Z", { signal: stopped.signal });
    expect(filesOf(`${acmeId}-acme`)).toEqual(before);
  });
});

describe("the settings of scheduled archives", () => {
  it.each([
    [{ ARCHIVE_DIR: "/archives", DATABASE_URL: "postgres://localhost/x" }, "ARCHIVE_RECIPIENTS"],
    [{ ARCHIVE_DIR: "/archives", ARCHIVE_RECIPIENTS: "age1x" }, "PostgreSQL"],
    [{ ARCHIVE_KEEP: "0" }, "ARCHIVE_KEEP"],
  ])("refuse %j", (environment, words) => {
    expect(() => readConfig({ NODE_ENV: "test", ...environment })).toThrow(ConfigError);
    expect(() => readConfig({ NODE_ENV: "test", ...environment })).toThrow(words);
  });
});
