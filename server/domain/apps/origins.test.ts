import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createApp } from "./apps";
import { getAppOrigins, setAppOrigins } from "./origins";

describe.each(databaseKinds)("the origins of an app's pages on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  async function app() {
    const t = ++tenant;
    const input = { name: "Shop", redirectUris: ["https://shop.example/cb"] };
    const { appId } = await test.run(t, createApp, input);
    return { t, appId };
  }

  it("are replaced as a list without repetitions, and are recorded", async () => {
    const { t, appId } = await app();
    expect(await test.run(t, getAppOrigins, { appId })).toEqual({ appId, allowedOrigins: [] });
    const allowedOrigins = ["https://a.example", "http://localhost:5173"];
    const sent = { appId, allowedOrigins: [...allowedOrigins, "https://a.example"] };
    expect(await test.run(t, setAppOrigins, sent)).toEqual({ appId, allowedOrigins });
    expect(await test.run(t, getAppOrigins, { appId })).toEqual({ appId, allowedOrigins });
    const events = await test.events(t);
    expect(events.at(-1)!.changes).toEqual({ allowedOrigins: { from: [], to: allowedOrigins } });
    await test.run(t, setAppOrigins, sent);
    expect(await test.events(t)).toHaveLength(events.length);
  });

  it.each([
    [["https://*.example"]],
    [["*"]],
    [["http://a.example"]],
    [["https://a.example/path"]],
    [["https://a.example", "null"]],
    [Array.from({ length: 51 }, (_, n) => `https://a${n}.example`)],
  ])("refuse %j", async (allowedOrigins) => {
    const { t, appId } = await app();
    await expect(test.run(t, setAppOrigins, { appId, allowedOrigins })).rejects.toMatchObject({
      status: 400,
    });
  });

  it("refuse an app of another organization (404)", async () => {
    const { appId } = await app();
    const { t } = await app();
    await expect(test.run(t, setAppOrigins, { appId, allowedOrigins: [] })).rejects.toMatchObject(
      refusal(404),
    );
    await expect(test.run(t, getAppOrigins, { appId })).rejects.toMatchObject(refusal(404));
  });
});
