import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createApp, rotateAppSecret } from "./apps";
import { addAppSecret, listAppSecrets, removeAppSecret } from "./secrets";

describe.each(databaseKinds)("the secrets of an app on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  async function app(input: object = {}) {
    const t = ++tenant;
    const made = await test.run(t, createApp, {
      name: "Shop",
      redirectUris: ["https://shop.example/cb"],
      ...input,
    });
    return { t, ...made };
  }

  it("are at most two, and each is listed without its text", async () => {
    const { t, appId, clientSecret } = await app();
    const added = await test.run(t, addAppSecret, { appId, expiresInDays: 30 });
    expect(added.clientSecret).toMatch(/^cs_/);
    expect(added.clientSecret).not.toBe(clientSecret);
    const listed = await test.run(t, listAppSecrets, { appId });
    expect(listed).toEqual([
      {
        secretId: expect.any(Number) as number,
        createdAt: expect.any(String) as string,
        lastUsedAt: null,
        expiresAt: null,
      },
      {
        secretId: added.secretId,
        createdAt: expect.any(String) as string,
        lastUsedAt: null,
        expiresAt: added.expiresAt,
      },
    ]);
    expect(added.expiresAt).not.toBeNull();
    await expect(test.run(t, addAppSecret, { appId })).rejects.toMatchObject(refusal(409));
    const events = await test.events(t);
    expect(events.at(-1)!.action).toContain("app_secret_added");
    expect(JSON.stringify(events)).not.toContain(added.clientSecret);
  });

  it("can be removed except the only live one, and are recorded", async () => {
    const { t, appId } = await app();
    const [first] = await test.run(t, listAppSecrets, { appId });
    const remove = (secretId: number) => test.run(t, removeAppSecret, { appId, secretId });
    await expect(remove(first!.secretId)).rejects.toMatchObject(refusal(409));
    const added = await test.run(t, addAppSecret, { appId });
    expect(await remove(first!.secretId)).toEqual({ appId, secretId: first!.secretId, deleted: true });
    expect((await test.events(t)).at(-1)!.action).toContain("app_secret_removed");
    await expect(remove(first!.secretId)).rejects.toMatchObject(refusal(404));
    await expect(remove(added.secretId)).rejects.toMatchObject(refusal(409));
  });

  it("all stop at a rotation, which leaves one", async () => {
    const { t, appId } = await app();
    const added = await test.run(t, addAppSecret, { appId });
    await test.run(t, rotateAppSecret, { appId });
    const listed = await test.run(t, listAppSecrets, { appId });
    expect(listed).toHaveLength(1);
    expect(listed[0]!.secretId).not.toBe(added.secretId);
  });

  it("make room for a new one when they expire", async () => {
    const { t, appId } = await app();
    const added = await test.run(t, addAppSecret, { appId, expiresInDays: 1 });
    await test.database
      .sql`update app_secrets set expires_at = '2000-01-01T00:00:00Z' where tenant_id = ${t} and id = ${added.secretId}`;
    expect(await test.run(t, listAppSecrets, { appId })).toHaveLength(1);
    const next = await test.run(t, addAppSecret, { appId });
    expect((await test.run(t, listAppSecrets, { appId })).at(-1)!.secretId).toBe(next.secretId);
  });

  it("of two concurrent additions, one is refused", async () => {
    const { t, appId } = await app();
    const answers = await Promise.allSettled([1, 2].map(() => test.run(t, addAppSecret, { appId })));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await test.run(t, listAppSecrets, { appId })).toHaveLength(2);
  });

  it("are refused for a public app (400) and an app of another organization (404)", async () => {
    const open = await app({ clientType: "public" });
    await expect(test.run(open.t, addAppSecret, { appId: open.appId })).rejects.toMatchObject(refusal(400));
    expect(await test.run(open.t, listAppSecrets, { appId: open.appId })).toEqual([]);
    const [mine, theirs] = [await app(), await app()];
    const [secret] = await test.run(theirs.t, listAppSecrets, { appId: theirs.appId });
    await expect(test.run(mine.t, addAppSecret, { appId: theirs.appId })).rejects.toMatchObject(refusal(404));
    await test.run(mine.t, addAppSecret, { appId: mine.appId });
    const foreign = { appId: mine.appId, secretId: secret!.secretId };
    await expect(test.run(mine.t, removeAppSecret, foreign)).rejects.toMatchObject(refusal(404));
  });
});
