import { exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { must } from "@/server/kernel/strings/must";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createApp, getApp, updateApp } from "./apps";
import { setAppAuthentication } from "./client-authentication";
import { getAppDetail, setAppProtocol } from "./console";

describe.each(databaseKinds)("an app's protocol features on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  const none = {
    requirePushedRequests: false,
    requireDpop: false,
    requireSignedRequests: false,
    fapi: false,
    pairwiseSubjects: false,
    backchannelLogoutUri: null,
    apiAudience: null,
  };
  async function app() {
    const t = ++tenant;
    const { appId } = await test.run(t, createApp, {
      name: "Shop",
      redirectUris: ["https://shop.example/cb"],
    });
    return { t, appId };
  }

  it("are off by default, are set as a whole, and are recorded", async () => {
    const { t, appId } = await app();
    expect((await test.run(t, getAppDetail, { appId })).protocol).toEqual(none);
    const all = {
      requirePushedRequests: true,
      requireDpop: true,
      requireSignedRequests: false,
      fapi: false,
      pairwiseSubjects: true,
      backchannelLogoutUri: "https://shop.example/logout",
      apiAudience: "https://api.shop.example",
    };
    expect(await test.run(t, setAppProtocol, { appId, ...all })).toEqual({ appId, ...all });
    expect((await test.run(t, getAppDetail, { appId })).protocol).toEqual(all);
    const events = await test.events(t);
    expect(events.at(-1)!.changes).toMatchObject({ requireDpop: { from: false, to: true } });
    await test.run(t, setAppProtocol, { appId, ...all });
    expect(await test.events(t)).toHaveLength(events.length);
  });

  it("that need a key, an algorithm or another setting are refused without it, in either order", async () => {
    const { t, appId } = await app();
    const set = (features: object) => test.run(t, setAppProtocol, { appId, ...none, ...features });
    const refused = (field: string) => refusal(400, field);
    await expect(set({ requireSignedRequests: true })).rejects.toMatchObject(
      refused("requireSignedRequests"),
    );
    await expect(set({ fapi: true })).rejects.toMatchObject(refused("fapi"));
    const { publicKey } = await generateKeyPair("ES256");
    const jwks = { keys: [(await exportJWK(publicKey)) as never] };
    await test.run(t, setAppAuthentication, { appId, method: "private_key_jwt", jwks });
    await set({ requireSignedRequests: true });
    await expect(set({ fapi: true })).rejects.toMatchObject(refused("fapi"));
    await test.run(t, updateApp, { appId, signingAlgorithm: "ES256" });
    await set({ fapi: true });
    const toRsa = test.run(t, updateApp, { appId, signingAlgorithm: "RS256" });
    await expect(toRsa).rejects.toMatchObject(refused("fapi"));
    const toSecret = test.run(t, setAppAuthentication, { appId, method: "client_secret" });
    await expect(toSecret).rejects.toMatchObject(refused("fapi"));
    await set({ pairwiseSubjects: true });
    const onDevices = test.run(t, updateApp, { appId, allowDeviceFlow: true });
    await expect(onDevices).rejects.toMatchObject(refused("pairwiseSubjects"));
  });

  it("are not part of the app in the documented interface", async () => {
    const { t, appId } = await app();
    expect(Object.keys(await test.run(t, getApp, { appId }))).not.toContain("requireDpop");
  });

  it.each([
    ["backchannelLogoutUri", "shop:/logout"],
    ["backchannelLogoutUri", "https://shop.example/logout#x"],
    ["apiAudience", "api"],
    ["apiAudience", "https://api.shop.example/#x"],
  ])("refuse %s %s", async (field, value) => {
    const { t, appId } = await app();
    await expect(test.run(t, setAppProtocol, { appId, ...none, [field]: value })).rejects.toMatchObject(
      refusal(400, field),
    );
  });

  it("refuse an address that the server may not call", async () => {
    const { t, appId } = await app();
    test.ports.outboundObjection = () => Promise.resolve(must("private_address"));
    await expect(
      test.run(t, setAppProtocol, { appId, ...none, backchannelLogoutUri: "https://10.0.0.1/x" }),
    ).rejects.toMatchObject(refusal(400, "backchannelLogoutUri"));
  });
});
