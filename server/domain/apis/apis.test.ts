import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createApp } from "../apps/apps";
import { setAppProtocol } from "../apps/console";
import { createMachineApp } from "../apps/machine";
import { createAppRole } from "../roles/app-roles";
import { createRole } from "../roles/roles";
import { listApiApps, previewApiLoss, removeApiApp, setApiApp } from "./api-apps";
import { listApiRoles, setApiRole } from "./api-roles";
import { createApi, deleteApi, getApi, listApis, rotateApiSecret, updateApi } from "./apis";
import { createApiScope, deleteApiScope, listApiScopes, updateApiScope } from "./scopes";

describe.each(databaseKinds)("APIs on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  let numbered = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const audienceOf = () => `https://api${(numbered += 1)}.example/v1`;
  async function api(t = ++tenant, audience = audienceOf()) {
    const made = await test.run(t, createApi, { name: "Orders", audience });
    return { t, audience, ...made };
  }
  const scope = (t: number, apiId: number, name: string) =>
    test.run(t, createApiScope, { apiId, name, description: `May ${name}` });
  const machine = (t: number) => test.run(t, createMachineApp, { name: "Nightly" });
  const app = (t: number) =>
    test.run(t, createApp, { name: "Shop", redirectUris: ["https://shop.example/cb"] });

  it("are created with defaults, listed, changed, and recorded without the secret", async () => {
    const { t, apiId, audience, clientId, clientSecret } = await api();
    expect(clientSecret).toMatch(/^cs_/);
    const expected = {
      apiId,
      name: "Orders",
      audience,
      clientId,
      format: "jwt",
      lifetimeSeconds: 3_600,
      signingAlgorithm: "RS256",
      enforceRoles: false,
      audienceLost: false,
    };
    expect(await test.run(t, getApi, { apiId })).toMatchObject(expected);
    expect(await test.run(t, listApis, {})).toMatchObject([expected]);
    const changes = { format: "opaque", lifetimeSeconds: 60 } as const;
    expect(await test.run(t, updateApi, { apiId, ...changes })).toMatchObject({ ...expected, ...changes });
    const rotated = await test.run(t, rotateApiSecret, { apiId });
    expect(rotated.clientSecret).not.toBe(clientSecret);
    const events = await test.events(t);
    expect(events.map(({ action }) => action.split(".")[1])).toEqual([
      "api_created",
      "api_updated",
      "api_secret_rotated",
    ]);
    expect(events[1]).toMatchObject({
      target: `api:${apiId}`,
      targetLabel: "Orders",
      changes: {
        format: { from: "jwt", to: "opaque" },
        lifetimeSeconds: { from: 3_600, to: 60 },
      },
    });
    for (const secret of [clientSecret, rotated.clientSecret])
      expect(JSON.stringify(events)).not.toContain(secret);
  });

  it.each([
    [{ audience: "orders" }, "audience"],
    [{ audience: "https://api.example/#a" }, "audience"],
    [{ audience: "http://api.example" }, "audience"],
    [{ lifetimeSeconds: 59 }, "lifetimeSeconds"],
    [{ lifetimeSeconds: 86_401 }, "lifetimeSeconds"],
    [{ format: "saml" }, "format"],
    [{ signingAlgorithm: "none" }, "signingAlgorithm"],
    [{ name: " " }, "name"],
  ])("refuse %j", async (fields, field) => {
    const input = { name: "Orders", audience: audienceOf(), ...fields } as never;
    await expect(test.run(1, createApi, input)).rejects.toMatchObject(refusal(400, field));
  });

  it("have an audience that no other API, app or organization has, until the API is deleted", async () => {
    const { t, apiId, audience } = await api();
    await expect(api(t, audience)).rejects.toMatchObject(refusal(400, "audience"));
    await expect(api(t, `${audience}/`)).rejects.toMatchObject(refusal(400, "audience"));
    await expect(api(t + 1, audience)).rejects.toMatchObject(refusal(400, "audience"));
    const { appId } = await app(t);
    const protocol = { requirePushedRequests: false, requireDpop: false, backchannelLogoutUri: null };
    await expect(
      test.run(t, setAppProtocol, { appId, ...protocol, apiAudience: audience }),
    ).rejects.toMatchObject(refusal(400, "apiAudience"));
    const ofApp = audienceOf();
    await test.run(t, setAppProtocol, { appId, ...protocol, apiAudience: ofApp });
    await expect(api(t, ofApp)).rejects.toMatchObject(refusal(400, "audience"));
    await test.run(t, deleteApi, { apiId });
    tenant += 1;
    await api(tenant, audience);
  });

  it("have scopes with unique names and descriptions", async () => {
    const { t, apiId } = await api();
    const { scopeId } = await scope(t, apiId, "orders:read");
    await scope(t, apiId, "orders:write");
    await expect(scope(t, apiId, "orders:read")).rejects.toMatchObject(refusal(400, "name"));
    await test.run(t, updateApiScope, { apiId, scopeId, description: "See the orders" });
    expect(await test.run(t, listApiScopes, { apiId })).toMatchObject([
      { name: "orders:read", description: "See the orders" },
      { name: "orders:write" },
    ]);
    await test.run(t, deleteApiScope, { apiId, scopeId });
    await expect(test.run(t, deleteApiScope, { apiId, scopeId })).rejects.toMatchObject(refusal(404));
    expect(await test.run(t, listApiScopes, { apiId })).toHaveLength(1);
  });

  it("name the apps that may ask for users and for themselves", async () => {
    const { t, apiId } = await api();
    await scope(t, apiId, "orders:read");
    const [{ appId: shop }, { appId: nightly }] = [await app(t), await machine(t)];
    await test.run(t, setApiApp, { apiId, appId: shop, forUsers: true, forItself: false });
    const own = { forUsers: false, forItself: true, ownScopes: ["orders:read"] };
    await test.run(t, setApiApp, { apiId, appId: nightly, ...own });
    expect(await test.run(t, listApiApps, { apiId })).toMatchObject([
      { appId: nightly, name: "Nightly", ...own },
      { appId: shop, name: "Shop", forUsers: true, forItself: false, ownScopes: [] },
    ]);
    expect(await test.run(t, previewApiLoss, { apiId })).toEqual({
      apps: ["Nightly", "Shop"],
      people: 0,
      scopes: 1,
      roles: 0,
    });
    const before = await test.events(t);
    await test.run(t, setApiApp, { apiId, appId: nightly, ...own });
    expect(await test.events(t)).toHaveLength(before.length);
    await test.run(t, removeApiApp, { apiId, appId: shop });
    await expect(test.run(t, removeApiApp, { apiId, appId: shop })).rejects.toMatchObject(refusal(404));
    expect((await test.events(t)).at(-1)).toMatchObject({
      target: `api:${apiId}`,
      related: `app:${shop}`,
      changes: { app: { from: "Shop", to: null } },
    });
  });

  it.each([
    [{ forUsers: false, forItself: false }, "forUsers"],
    [{ forUsers: false, forItself: true }, "forItself"],
    [{ forUsers: true, forItself: false, ownScopes: ["orders:read"] }, "ownScopes"],
  ])("refuse the access %j of an app without a service account", async (access, field) => {
    const { t, apiId } = await api();
    await scope(t, apiId, "orders:read");
    const { appId } = await app(t);
    await expect(test.run(t, setApiApp, { apiId, appId, ...access })).rejects.toMatchObject(
      refusal(400, field),
    );
  });

  it("map roles of the organization, and of their apps, to scopes", async () => {
    const { t, apiId } = await api();
    await scope(t, apiId, "orders:read");
    await scope(t, apiId, "orders:write");
    const { appId } = await app(t);
    const { roleId } = await test.run(t, createRole, { name: "Clerks" });
    const { roleId: ofApp } = await test.run(t, createAppRole, { appId, name: "Buyers" });
    await expect(
      test.run(t, setApiRole, { apiId, roleId: ofApp, scopes: ["orders:read"] }),
    ).rejects.toMatchObject(refusal(404));
    await test.run(t, setApiApp, { apiId, appId, forUsers: true, forItself: false });
    await test.run(t, setApiRole, { apiId, roleId: ofApp, scopes: ["orders:read"] });
    await test.run(t, setApiRole, { apiId, roleId, scopes: ["orders:write", "orders:read"] });
    expect(await test.run(t, listApiRoles, { apiId })).toEqual([
      { roleId, name: "Clerks", appName: null, scopes: ["orders:read", "orders:write"] },
      { roleId: ofApp, name: "Buyers", appName: "Shop", scopes: ["orders:read"] },
    ]);
    await expect(test.run(t, setApiRole, { apiId, roleId, scopes: ["x"] })).rejects.toMatchObject(
      refusal(400, "scopes"),
    );
    await test.run(t, setApiRole, { apiId, roleId, scopes: [] });
    expect(await test.run(t, previewApiLoss, { apiId })).toMatchObject({ roles: 1 });
  });

  it("are unknown to another organization (404)", async () => {
    const { t, apiId } = await api();
    const { scopeId } = await scope(t, apiId, "orders:read");
    const { appId } = await app(t);
    const other = ++tenant;
    const foreign = await api(other);
    for (const attempt of [
      () => test.run(other, getApi, { apiId }),
      () => test.run(other, updateApi, { apiId, name: "x" }),
      () => test.run(other, deleteApi, { apiId }),
      () => test.run(other, rotateApiSecret, { apiId }),
      () => test.run(other, listApiScopes, { apiId }),
      () => test.run(other, deleteApiScope, { apiId: foreign.apiId, scopeId }),
      () => test.run(other, setApiApp, { apiId: foreign.apiId, appId, forUsers: true, forItself: false }),
      () => test.run(other, previewApiLoss, { apiId }),
    ])
      await expect(attempt()).rejects.toMatchObject(refusal(404));
    expect(await test.run(t, getApi, { apiId })).toMatchObject({ apiId });
  });
});
