import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { removeApiApp } from "@/server/domain/apis/api-apps";
import { deleteApi, rotateApiSecret } from "@/server/domain/apis/apis";
import { createApiScope } from "@/server/domain/apis/scopes";
import { setAppProtocol } from "@/server/domain/apps/console";
import { protocolScopes } from "@/server/kernel/http/reserved-scopes";
import { createApiScene, claimsOf, type ApiScene } from "@/server/testing/api-scene";
import { refusal } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { scopeClaims } from "./flows";

describe.each(databaseKinds)("attacks on tokens for APIs, on %s", (kind) => {
  let scene: ApiScene;
  beforeAll(async () => void (scene = await createApiScene(kind)), 120_000);
  afterAll(() => scene.close());
  afterEach(() => void vi.useRealTimers());

  /** Returns the error with which /authorize refuses this audience at once; null if it continues. */
  async function refusalOf(of: { app: Parameters<ApiScene["codeOf"]>[0]["app"] }, audience: string) {
    const { at } = await scene
      .browser()
      .authorize(of.app, { resource: audience, scope: "openid orders:read" });
    return new URL(at).searchParams.get("error");
  }

  it("audience confusion: an app of another organization asks for the audience", async () => {
    const acme = await scene.addTenantWithApi();
    const globex = await scene.addTenantWithApi();
    expect(await refusalOf(globex, acme.api.audience)).toBe("invalid_target");
    await scene.withAccount(globex);
    const own = await scene.ownToken(globex, { resource: acme.api.audience });
    expect(own).toMatchObject({ status: 400, body: { error: "invalid_target" } });
    // A code for one's own API is not redeemed for the other's.
    const { code, verifier } = await scene.codeOf(globex, {
      resource: globex.api.audience,
      scope: "openid orders:read",
    });
    const swapped = await scene.exchange(globex, {
      code,
      code_verifier: verifier,
      resource: acme.api.audience,
    });
    expect(swapped).toMatchObject({ status: 400, body: { error: "invalid_target" } });
  });

  it("audience confusion: an app without the right asks for an API of its organization", async () => {
    const own = await scene.addTenantWithApi();
    const other = { ...own, ...(await scene.addApp(own.tenantId)) };
    expect(await refusalOf(other, own.api.audience)).toBe("invalid_target");
    // The right to ask for users is not the right to ask for itself.
    await scene.withAccount(own);
    const answer = await scene.ownToken(own, { resource: own.api.audience });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_target" } });
    const machine = { ...own, ...(await scene.addApp(own.tenantId)) };
    await scene.withAccount(machine);
    await scene.allow(machine, own.api.apiId, { ownScopes: ["orders:read"] });
    expect(await refusalOf(machine, own.api.audience)).toBe("invalid_target");
  });

  it("audience confusion: an API introspects a token for another API, of its organization or of another", async () => {
    const acme = await scene.addTenantWithApi();
    const beside = await scene.addApi(acme);
    const globex = await scene.addTenantWithApi({ format: "opaque" });
    const token = (await scene.tokensOf(acme, acme.api.audience)).body["access_token"]!;
    const theirs = (await scene.tokensOf(globex, globex.api.audience)).body["access_token"]!;
    expect((await scene.introspectAsApi(acme.api, token)).body).toMatchObject({ active: true });
    for (const api of [beside, globex.api])
      expect((await scene.introspectAsApi(api, token)).body).toEqual({ active: false });
    expect((await scene.introspectAsApi(acme.api, theirs)).body).toEqual({ active: false });
    // The client of an API introspects only: it gets no token, and reads no token for userinfo.
    const asApi = { app: { ...acme.app, clientId: acme.api.clientId, clientSecret: acme.api.clientSecret } };
    const asked = await scene.ownToken(asApi, { resource: acme.api.audience });
    expect(asked).toMatchObject({ status: 400, body: { error: "unauthorized_client" } });
    const userinfo = await scene.tokensOf(acme, "", "openid");
    expect((await scene.introspectAsApi(acme.api, userinfo.body["access_token"]!)).body).toEqual({
      active: false,
    });
    const plain = await scene.browser().authorize(asApi.app);
    expect(plain.at).not.toContain("/interaction/");
  });

  it("audience confusion: a token for an API is sent to the management interface and to userinfo", async () => {
    const own = await scene.addTenantWithApi();
    await scene.withAccount(own);
    await scene.allow(own, own.api.apiId, { forUsers: true, ownScopes: ["orders:read", "orders:write"] });
    const machine = (await scene.ownToken(own, { resource: own.api.audience })).body["access_token"]!;
    const user = (await scene.tokensOf(own, own.api.audience)).body["access_token"]!;
    for (const token of [machine, user]) {
      await expect(scene.auth.bearer(`Bearer ${token}`, { ip: null, requestId: null })).rejects.toMatchObject(
        { status: 401 },
      );
      expect(await scene.userinfo(token)).toBeGreaterThanOrEqual(401);
    }
    // Without `resource`, the token is for this server, and has none of the scopes of the API.
    const plain = await scene.ownToken(own, {});
    expect(claimsOf(plain.body["access_token"])).toMatchObject({ aud: `${scene.baseUrl}/api/v1` });
    expect(claimsOf(plain.body["access_token"])).not.toHaveProperty("scope");
    const mixed = await scene.ownToken(own, { scope: "orders:read" });
    expect(mixed).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
    const both = await scene.ownToken(own, { resource: own.api.audience, scope: "documents:render" });
    expect(both).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
  });

  it("scope confusion: an API defines a scope of the protocol or of this server", async () => {
    const { actor, api } = await scene.addTenantWithApi();
    for (const name of [...protocolScopes, "OpenID", "ManageUsers", "CreateTenants", "documents:render"])
      await expect(
        scene.execute(actor, createApiScope, { apiId: api.apiId, name, description: "x" }),
        name,
      ).rejects.toMatchObject(refusal(400, "name"));
    for (const name of ["two words", 'quo"te', "back\\slash", "ümlaut", ""])
      await expect(
        scene.execute(actor, createApiScope, { apiId: api.apiId, name, description: "x" }),
        name,
      ).rejects.toMatchObject(refusal(400, "name"));
    // Each scope of the provider is reserved.
    for (const name of Object.keys(scopeClaims)) expect(protocolScopes).toContain(name);
  });

  it.each(["jwt", "opaque"] as const)(
    "a withdrawn right: running tokens (%s) and refresh tokens are used, also after the right is given again",
    async (format) => {
      const own = await scene.addTenantWithApi({ format });
      const { actor, api, appId } = own;
      const browser = scene.browser();
      const { body } = await scene.tokensOf(own, api.audience, "openid offline_access orders:read", browser);
      const token = body["access_token"]!;
      const seen = async () => (await scene.introspectAsApi(api, token)).body;
      expect(await seen()).toMatchObject({ active: true });
      await scene.execute(actor, removeApiApp, { apiId: api.apiId, appId });
      expect(await seen()).toEqual({ active: false });
      const refused = await scene.refresh(own, body["refresh_token"]!, { resource: api.audience });
      expect(refused).toMatchObject({ status: 400, body: { error: "invalid_target" } });
      // The refresh token still serves for userinfo.
      const next = await scene.refresh(own, body["refresh_token"]!);
      expect(await scene.userinfo(next.body["access_token"]!)).toBe(200);
      // Rights have whole seconds in tokens.
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_100 });
      await scene.allow(own, api.apiId);
      expect(await seen()).toEqual({ active: false });
      const again = await scene.refresh(own, next.body["refresh_token"]!, { resource: api.audience });
      expect(again).toMatchObject({ status: 400, body: { error: "invalid_target" } });
      // The former consent does not count for the new right.
      const quiet = { resource: api.audience, scope: "openid orders:read", prompt: "none" };
      const asked = new URL((await browser.authorize(own.app, quiet)).at);
      expect(asked.searchParams.get("error")).toBe("consent_required");
      const anew = await scene.tokensOf(own, api.audience, "openid orders:read", browser);
      expect((await scene.introspectAsApi(api, anew.body["access_token"]!)).body).toMatchObject({
        active: true,
      });
    },
  );

  it("a deleted API: its tokens are used, also after another API gets the audience", async () => {
    const own = await scene.addTenantWithApi();
    const { actor, api } = own;
    const { body } = await scene.tokensOf(own, api.audience, "openid offline_access orders:read");
    await scene.execute(actor, deleteApi, { apiId: api.apiId });
    const asApp = async () => await scene.introspect(own, body["access_token"]!);
    expect(await asApp()).toEqual({ active: false });
    // The API's own client is gone, too.
    expect((await scene.introspectAsApi(api, body["access_token"]!)).status).toBe(401);
    expect(await refusalOf(own, api.audience)).toBe("invalid_target");
    // Rights have whole seconds in tokens.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_100 });
    const successor = await scene.addApi(own, { audience: api.audience });
    await scene.allow(own, successor.apiId);
    expect(await asApp()).toEqual({ active: false });
    const refused = await scene.refresh(own, body["refresh_token"]!, { resource: api.audience });
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_target" } });
  });

  it("a former secret of an API introspects", async () => {
    const own = await scene.addTenantWithApi();
    const token = (await scene.tokensOf(own, own.api.audience)).body["access_token"]!;
    const rotated = await scene.execute(own.actor, rotateApiSecret, { apiId: own.api.apiId });
    expect((await scene.introspectAsApi(own.api, token)).status).toBe(401);
    expect((await scene.introspectAsApi(rotated, token)).body).toMatchObject({ active: true });
  });

  it("the public id of a JWT, or of an app's own token, is used as a token", async () => {
    const own = await scene.addTenantWithApi();
    await scene.withAccount(own);
    await scene.allow(own, own.api.apiId, { forUsers: true, ownScopes: ["orders:read"] });
    const user = (await scene.tokensOf(own, own.api.audience)).body["access_token"]!;
    const machine = (await scene.ownToken(own, { resource: own.api.audience })).body["access_token"]!;
    for (const token of [user, machine]) {
      const { jti } = claimsOf(token);
      expect((await scene.introspectAsApi(own.api, jti!)).body).toEqual({ active: false });
    }
  });

  it("squatting: another organization, or an app, names the audience", async () => {
    const acme = await scene.addTenantWithApi();
    const globex = await scene.addTenantWithApi();
    for (const audience of [acme.api.audience, `${acme.api.audience.toUpperCase()}/`])
      await expect(scene.addApi(globex, { audience })).rejects.toMatchObject(refusal(400, "audience"));
    const protocol = { requirePushedRequests: false, requireDpop: false, backchannelLogoutUri: null };
    for (const { actor, appId } of [globex, acme])
      await expect(
        scene.execute(actor, setAppProtocol, { appId, ...protocol, apiAudience: acme.api.audience }),
      ).rejects.toMatchObject(refusal(400, "apiAudience"));
    await expect(scene.addApi(acme, { audience: acme.api.audience })).rejects.toMatchObject(
      refusal(400, "audience"),
    );
  });
});
