import { afterAll, describe, expect, it } from "vitest";
import { checkSeed, unseeded } from "@/server/testing/seeding";
import { databaseKinds, type TestDatabase } from "@/server/testing/stores";
import { applySeed } from "./apply";
import type { SeedResult } from "./seed-file";

describe.each(databaseKinds)("the seeds on %s", (kind) => {
  const open: TestDatabase[] = [];
  const empty = async () => {
    const made = await unseeded(kind);
    open.push(made.database);
    return made;
  };
  afterAll(async () => void (await Promise.all(open.map((database) => database.close()))));

  it("are applied once, also when two instances start at the same time, and never with the same secrets", async () => {
    const one = await empty();
    const two = await empty();
    const first = applySeed("conformance", one.deps);
    // An embedded database has one instance, and all its connections share one session, so that a lock has no effect.
    if (kind === "pglite") await first;
    const results = await Promise.all([first, applySeed("demo", one.deps)]);
    const [seed, ...others] = results.filter((result) => result !== null);
    expect(others).toEqual([]);
    expect(await one.ask(`select slug from tenants order by id`)).toEqual([
      { slug: "acme" },
      { slug: "globex" },
    ]);
    expect(await applySeed("demo", one.deps)).toBeNull();

    const secretsOf = ({ platform, tenants }: SeedResult) =>
      [
        platform.admin.password,
        platform.credential.clientSecret,
        ...tenants.flatMap((t) => [t.owner.password, t.credential.clientSecret, t.scimToken]),
      ] as string[];
    const all = [...secretsOf(seed!), ...secretsOf((await applySeed("conformance", two.deps))!)];
    expect(new Set(all).size).toBe(all.length);
  });

  it("start again after an interruption and remove the incomplete data", async () => {
    const { deps, ask, database } = await empty();
    await database.sql.unsafe(`create table of_another_program as select 1 as kept`);
    const failing = { ...deps, issueManagementToken: () => Promise.reject(new Error("cut short")) };
    await expect(applySeed("conformance", failing)).rejects.toThrow("cut short");
    const lost = () => {
      throw new Error("nobody was told");
    };
    await expect(applySeed("conformance", deps, lost)).rejects.toThrow("nobody was told");
    const kept: SeedResult[] = [];
    const seed = await applySeed("conformance", deps, (result) => void kept.push(result));
    await checkSeed(seed!, ask);
    expect(kept).toEqual([seed]);
    expect(await ask(`select slug from tenants order by id`)).toEqual([{ slug: "acme" }, { slug: "globex" }]);
    expect(seed!.tenants[0]!.tenantId).toBe(1);
    expect(await applySeed("conformance", deps)).toBeNull();
    expect(await database.sql`select kept from of_another_program`).toEqual([{ kept: 1 }]);
  });
});
