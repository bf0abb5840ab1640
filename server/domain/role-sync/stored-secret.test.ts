import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { configureSource, createSource } from "./sources";

describe.each(databaseKinds)("the stored secret of a role sync source on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  let sources = 0;
  async function scene(secret?: string) {
    const name = `Payroll ${(sources += 1)}`;
    const { sourceId } = await test.run(1, createSource, { name, connectorName: "DirectoryFeed" });
    const configure = (url: string, more: { secret?: string | null } = {}) =>
      test.run(1, configureSource, { sourceId, settings: { url, format: "csv" }, ...more });
    await configure("https://hr.example/feed", { ...(secret && { secret }) });
    const stored = () => test.write(1, async (tx) => (await tx.roleSyncSources.get(sourceId))!);
    return { configure, stored };
  }

  it.each(["https://mallory.example/feed", "https://hr.example:8443/feed", "http://hr.example/feed"])(
    "attack: an administrator lets the server send it to another origin, %s: demands it again (400)",
    async (url) => {
      const { configure, stored } = await scene("feed-secret");
      await expect(configure(url)).rejects.toMatchObject(refusal(400, "secret"));
      expect(await stored()).toMatchObject({ settings: { url: "https://hr.example/feed" } });
      expect(await configure(url, { secret: "another" })).toMatchObject({ settings: { url } });
      expect(await stored()).toMatchObject({ secretSealed: "another" });
    },
  );

  it("is kept for another path of the same origin, and can be removed with the address", async () => {
    const { configure, stored } = await scene("feed-secret");
    await configure("https://HR.example:443/other");
    expect(await stored()).toMatchObject({ secretSealed: "feed-secret" });
    expect(await configure("https://elsewhere.example", { secret: null })).toMatchObject({
      hasSecret: false,
    });
  });

  it("is not demanded for another origin if none is stored", async () => {
    const { configure } = await scene();
    expect(await configure("https://elsewhere.example")).toMatchObject({ hasSecret: false });
  });
});
