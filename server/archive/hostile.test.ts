import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { generateX25519Identity } from "age-encryption";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallOrganization } from "@/server/testing/archive-scene";
import { archiveFolder, installationOn, type Installation, withDigests } from "@/server/testing/archives";
import { databaseKind, databaseKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { tenantTableNames } from "./tables";
import { SCHEMA } from "./format";

type Folder = Awaited<ReturnType<typeof archiveFolder>>;

describe.each(databaseKinds)("the restore of a hostile archive on %s", (kind) => {
  let folder: Folder;
  let target: Installation & { database: TestDatabase };
  let file: string;
  let lines: string[];
  beforeAll(async () => {
    folder = await archiveFolder();
    const source = await freshDatabase(databaseKind);
    await smallOrganization(source);
    ({ file } = await folder.archive(installationOn(source), "acme"));
    await source.close();
    lines = await folder.lines(file);
    const database = await freshDatabase(kind);
    target = { ...installationOn(database), database };
  }, 60_000);
  afterAll(async () => {
    await target.database.close();
    folder.remove();
  });

  /** Returns the number of rows of tenants at the target, in all tables. */
  const rowsAtTarget = async () => {
    const tables = ["tenants", "api_audiences", "platform_audit_events", ...tenantTableNames];
    const counts = tables.map((table) => `(select count(*) from ${table})`).join(" + ");
    const [row] = await target.database.sql.unsafe<{ n: string }[]>(`select (${counts})::text as n`);
    return Number(row!.n);
  };
  const refused = async (given: string, code: string) => {
    await expect(folder.restore(target, given)).rejects.toMatchObject({ code });
    expect(await rowsAtTarget()).toBe(0);
  };

  const copy = () => {
    const to = folder.newFile();
    writeFileSync(to, readFileSync(file));
    return to;
  };

  it("refuses a file for another key", async () => {
    const identities = [await generateX25519Identity()];
    await expect(folder.restore(target, file, { identities })).rejects.toMatchObject({ code: "wrong_key" });
  });

  it("refuses a key file without a key", async () => {
    await expect(folder.restore(target, file, { identities: ["AGE-SECRET-KEY-1"] })).rejects.toMatchObject({
      code: "bad_identity",
    });
  });

  it.each([
    ["a truncated file", (to: string) => truncateSync(to, 1_000), "damaged"],
    ["a file that ends within its head", (to: string) => truncateSync(to, 60), "damaged"],
    ["a file with more at its end", (to: string) => appendFileSync(to, "more"), "damaged"],
    ["an empty file", (to: string) => truncateSync(to, 0), "not_an_archive"],
    ["a file of another kind", (to: string) => writeFileSync(to, "PK\u0003\u0004 zip"), "not_an_archive"],
    [
      "an endless head",
      (to: string) => writeFileSync(to, `age-encryption.org/v1\n${"-> x\n".repeat(99_999)}`),
      "damaged",
    ],
  ])("refuses %s", async (_what, damage, code) => {
    const to = copy();
    damage(to);
    await refused(to, code);
  });

  it("refuses a file with any changed byte", async () => {
    const bytes = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const to = folder.newFile();
        const changed = Buffer.from(bytes);
        changed[at]! ^= change;
        writeFileSync(to, changed);
        await expect(folder.restore(target, to)).rejects.toHaveProperty("code");
      }),
      { numRuns: 25 },
    );
    expect(await rowsAtTarget()).toBe(0);
  }, 60_000);

  /** Changes the only line that contains a text. */
  const edit = (text: string, change: (line: string) => string) => () => {
    const at = lines.findIndex((line) => line.includes(text));
    expect(at).not.toBe(-1);
    return lines.with(at, change(lines[at]!));
  };
  const without = (text: string) => () => lines.filter((line) => !line.includes(text));

  it.each<[string, () => string[], string]>([
    [
      "a newer schema",
      edit("castellanArchive", (line) => line.replace(`"schema":${SCHEMA}`, `"schema":${SCHEMA + 1}`)),
      "newer_schema",
    ],
    [
      "an older schema",
      edit("castellanArchive", (line) => line.replace(`"schema":${SCHEMA}`, `"schema":3`)),
      "older_schema",
    ],
    [
      "a newer format",
      edit("castellanArchive", (line) => line.replace('"castellanArchive":1', '"castellanArchive":2')),
      "newer_schema",
    ],
    ["another head", edit("castellanArchive", (line) => line.replace('"slug"', '"name"')), "bad_row"],
    ["no head", without("castellanArchive"), "not_an_archive"],
    [
      "an unknown table",
      edit('"table":"users"', (line) => line.replace('"users"', '"platform_administrators"')),
      "unknown_table",
    ],
    [
      "an unknown column",
      edit('"table":"users"', (line) => line.replace('"email"', '"is_root"')),
      "unknown_column",
    ],
    [
      "the tenant as a column",
      edit('"table":"users"', (line) => line.replace('"email"', '"tenant_id"')),
      "unknown_column",
    ],
    [
      "a generated column",
      edit('"table":"users"', (line) => line.replace('"email"', '"email_key"')),
      "unknown_column",
    ],
    ["a column twice", edit('"table":"users"', (line) => line.replace('"email"', '"name"')), "bad_row"],
    [
      "SQL in the name of a column",
      edit('"table":"users"', (line) => line.replace('"email"', '"email) select 1; --"')),
      "unknown_column",
    ],
    ["a row with too few cells", edit("ada@acme.example", () => '["1"]'), "bad_row"],
    [
      "a row of other values",
      edit("ada@acme.example", (line) => line.replace('"ada@acme.example"', "7")),
      "bad_row",
    ],
    ["a line that is not JSON", edit("ada@acme.example", (line) => `${line}]`), "bad_row"],
    ["a huge id", edit("ada@acme.example", (line) => line.replace(/"\d+"/, '"9007199254740991"')), "bad_row"],
    ["a negative id", edit("ada@acme.example", (line) => line.replace(/"\d+"/, '"-5"')), "bad_row"],
    [
      "a value of another type",
      edit("ada@acme.example", (line) => line.replace('"false"', '"perhaps"')),
      "bad_row",
    ],
    ["a text with NUL", edit("ada@acme.example", (line) => line.replace("Ada", "A\\u0000da")), "bad_row"],
    ["half a surrogate", edit("ada@acme.example", (line) => line.replace("Ada", "A\\ud800da")), "bad_row"],
    [
      "a value in another spelling",
      edit("ada@acme.example", (line) => line.replace('"false"', '"f"')),
      "differs",
    ],
    ["the same user twice", edit("ada@acme.example", (line) => `${line}\n${line}`), "bad_row"],
    ["a reference to no row", edit('"owner"', (line) => line.replace(/"\d+"/, '"99999"')), "bad_row"],
    [
      "a client id of another tenant",
      edit('"Script"', (line) => line.replace(/"t\d+_/, '"t77_')),
      "wrong_tenant",
    ],
    [
      "a client id of the platform",
      edit('"Script"', (line) => line.replace(/"t\d+_/, '"platform_')),
      "wrong_tenant",
    ],
    ["a missing table", () => lines.filter((line) => !/"(table|end)":"saved_views"/.test(line)), "changed"],
    [
      "a table twice",
      edit('"end":"saved_views"', (line) => `${line}\n{"table":"tags","columns":["id"]}`),
      "bad_row",
    ],
    ["no end", without('"end":"archive"'), "damaged"],
    ["lines after its end", edit('"end":"archive"', (line) => `${line}\n${line}`), "bad_row"],
    ["nothing", () => [], "damaged"],
  ])("refuses an archive with %s", async (_what, change, code) => {
    await refused(await folder.write(withDigestsOf(change())), code);
  });

  it("refuses changed rows whose digests do not match", async () => {
    const change = edit("ada@acme.example", (line) => line.replace("Ada", "Eve"));
    await refused(await folder.write(change()), "changed");
    await refused(await folder.write(without("bob@acme.example")()), "changed");
  });

  it("refuses a line that is too long, without reading it whole", async () => {
    await refused(await folder.write([lines[0]!, " ".repeat(40 * 1024 * 1024)]), "bad_row");
  }, 30_000);

  it("restores the archive after all these", async () => {
    const restore = await folder.restore(target, file);
    expect(restore.tenant.slug).toBe("acme");
    await expect(folder.restore(target, file)).rejects.toMatchObject({ code: "slug_taken" });
  });
});

/** Matches the digests, if the lines can be read. */
function withDigestsOf(lines: string[]): string[] {
  try {
    return withDigests(lines.flatMap((line) => line.split("\n")));
  } catch {
    return lines;
  }
}
