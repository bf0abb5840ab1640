import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setApiRole } from "@/server/domain/apis/api-roles";
import { updateApi } from "@/server/domain/apis/apis";
import { deleteApiScope } from "@/server/domain/apis/scopes";
import { grantRole, revokeRole } from "@/server/domain/roles/grants";
import { createRole } from "@/server/domain/roles/roles";
import { createApiScene, claimsOf, type ApiScene } from "@/server/testing/api-scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("tokens for APIs on %s", (kind) => {
  let scene: ApiScene;
  beforeAll(async () => void (scene = await createApiScene(kind)), 120_000);
  afterAll(() => scene.close());

  const verified = async (token: string, audience: string) => {
    const jwks = (await (await fetch(`${scene.baseUrl}/jwks`)).json()) as JSONWebKeySet;
    const options = { audience, issuer: scene.baseUrl, typ: "at+jwt" };
    return (await jwtVerify(token, createLocalJWKSet(jwks), options)).payload;
  };

  describe("of users", () => {
    it("are signed JWTs with the asked scopes, the lifetime and the algorithm of the API", async () => {
      const it = await scene.addTenantWithApi({ lifetimeSeconds: 120, signingAlgorithm: "ES256" });
      const { audience } = it.api;
      const answer = await scene.tokensOf(it, audience, "openid orders:read unknown");
      expect(answer).toMatchObject({ status: 200, body: { scope: "orders:read", expires_in: 120 } });
      const token = answer.body["access_token"]!;
      expect(decodeProtectedHeader(token)).toMatchObject({ alg: "ES256", typ: "at+jwt" });
      expect(await verified(token, audience)).toMatchObject({
        sub: String(it.person.userId),
        client_id: it.app.clientId,
        scope: "orders:read",
        tid: it.tenantId,
        // The strength and the time of the sign-in (RFC 9470 §6).
        acr: "1fa",
        auth_time: expect.any(Number) as number,
      });
      // An API's token is not for userinfo.
      expect(await scene.userinfo(token)).toBe(403);
    });

    it("are opaque if the API wants it, and introspection by the API's own client returns the claims", async () => {
      const it = await scene.addTenantWithApi({ format: "opaque" });
      const { body } = await scene.tokensOf(it, it.api.audience, "openid orders:read orders:write");
      const token = body["access_token"]!;
      expect(token).not.toContain(".");
      expect((await scene.introspectAsApi(it.api, token)).body).toMatchObject({
        active: true,
        sub: String(it.person.userId),
        aud: it.api.audience,
        scope: "orders:read orders:write",
        tid: it.tenantId,
      });
      expect(await scene.userinfo(token)).toBe(403);
    });

    it("are introspected as a signed JWT (RFC 9701) if the API accepts one", async () => {
      const it = await scene.addTenantWithApi({ signingAlgorithm: "PS256" });
      const token = (await scene.tokensOf(it, it.api.audience)).body["access_token"]!;
      const accept = "application/token-introspection+jwt";
      const answer = await scene.introspectAsApi(it.api, token, { accept });
      expect(answer.headers.get("content-type")).toContain(accept);
      const jwks = (await (await fetch(`${scene.baseUrl}/jwks`)).json()) as JSONWebKeySet;
      const { payload, protectedHeader } = await jwtVerify(answer.body["text"]!, createLocalJWKSet(jwks), {
        issuer: scene.baseUrl,
        typ: "token-introspection+jwt",
      });
      expect(protectedHeader.alg).toBe("PS256");
      expect(payload["token_introspection"]).toMatchObject({ active: true, scope: "orders:read" });
    });

    it("keep within the consent at a refresh: fewer scopes, never more, never another API", async () => {
      const it = await scene.addTenantWithApi();
      const other = await scene.addApi(it);
      await scene.allow(it, other.apiId);
      const { audience } = it.api;
      const scope = "openid offline_access orders:read orders:write";
      const first = await scene.tokensOf(it, audience, scope);
      const narrower = await scene.refresh(it, first.body["refresh_token"]!, {
        resource: audience,
        scope: "orders:read",
      });
      expect(claimsOf(narrower.body["access_token"])).toMatchObject({ scope: "orders:read" });
      const elsewhere = await scene.refresh(it, narrower.body["refresh_token"]!, {
        resource: other.audience,
      });
      expect(elsewhere).toMatchObject({ status: 400, body: { error: "invalid_target" } });
      const more = await scene.refresh(it, narrower.body["refresh_token"]!, {
        resource: audience,
        scope: "orders:delete",
      });
      expect(more).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
      // A refused resource does not use up the refresh token.
      const again = await scene.refresh(it, narrower.body["refresh_token"]!, { resource: audience });
      expect(claimsOf(again.body["access_token"])).toMatchObject({ scope: "orders:read orders:write" });
    });

    it("need no second consent for the same scopes, and one for further scopes", async () => {
      const it = await scene.addTenantWithApi();
      const { audience } = it.api;
      const browser = scene.browser();
      await scene.tokensOf(it, audience, "openid orders:read", browser);
      const quiet = (scope: string) =>
        browser.authorize(it.app, { resource: audience, scope, prompt: "none" });
      expect(new URL((await quiet("openid orders:read")).at).searchParams.get("code")).not.toBeNull();
      const further = new URL((await quiet("openid orders:write")).at);
      expect(further.searchParams.get("error")).toBe("consent_required");
      const fresh = scene.browser();
      const { at } = await scene.codeOf(
        it,
        { resource: audience, scope: "openid orders:read", prompt: "" },
        fresh,
      );
      expect(new URL(at).searchParams.get("code")).not.toBeNull();
    });

    it("contain only scopes that the user's roles allow, from the next request on", async () => {
      const it = await scene.addTenantWithApi({ enforceRoles: true });
      const { api, actor, person } = it;
      const { roleId } = await scene.execute(actor, createRole, { name: "Clerks" });
      await scene.execute(actor, setApiRole, { apiId: api.apiId, roleId, scopes: ["orders:read"] });
      const scope = "openid offline_access orders:read orders:write";
      const without = await scene.tokensOf(it, api.audience, scope);
      expect(claimsOf(without.body["access_token"])).not.toHaveProperty("scope");
      await scene.execute(actor, grantRole, { userId: person.userId, roleId });
      const { body } = await scene.tokensOf(it, api.audience, scope);
      expect(claimsOf(body["access_token"])).toMatchObject({ scope: "orders:read" });
      expect((await scene.introspectAsApi(api, body["access_token"]!)).body).toMatchObject({
        scope: "orders:read",
      });
      await scene.execute(actor, revokeRole, { userId: person.userId, roleId });
      // A role that is taken away takes its scopes from existing tokens, where introspection reads them.
      const now = (await scene.introspectAsApi(api, body["access_token"]!)).body;
      expect(now).toMatchObject({ active: true });
      expect(now).not.toHaveProperty("scope");
      const next = await scene.refresh(it, body["refresh_token"]!, { resource: api.audience });
      expect(claimsOf(next.body["access_token"])).not.toHaveProperty("scope");
    });

    it("lose a scope that is deleted, and follow the platform's maximum lifetime", async () => {
      const it = await scene.addTenantWithApi();
      const { api, actor } = it;
      const { body } = await scene.tokensOf(
        it,
        api.audience,
        "openid offline_access orders:read orders:write",
      );
      await scene.execute(actor, deleteApiScope, { apiId: api.apiId, scopeId: api.scopes.write });
      const { body: seen } = await scene.introspectAsApi(api, body["access_token"]!);
      expect(seen).toMatchObject({ scope: "orders:read" });
      scene.world.set({ maxAccessTokenSeconds: 300 });
      const next = await scene.refresh(it, body["refresh_token"]!, { resource: api.audience });
      expect(next.body).toMatchObject({ scope: "orders:read", expires_in: 300 });
      await expect(
        scene.execute(actor, updateApi, { apiId: api.apiId, lifetimeSeconds: 301 }),
      ).rejects.toMatchObject({ status: 400 });
      scene.world.set({ maxAccessTokenSeconds: 86_400 });
    });

    it("end by revocation", async () => {
      const it = await scene.addTenantWithApi();
      const { body } = await scene.tokensOf(it, it.api.audience);
      const token = body["access_token"]!;
      await scene.post("/revoke", { ...scene.secretsOf(it), token });
      expect((await scene.introspectAsApi(it.api, token)).body).toEqual({ active: false });
    });
  });

  describe.each(["jwt", "opaque"] as const)("of an app itself (%s)", (format) => {
    async function machine(ownScopes = ["orders:read"]) {
      const own = await scene.addTenant();
      const account = await scene.withAccount(own);
      const api = await scene.addApi(own, { format });
      await scene.allow(own, api.apiId, { ownScopes });
      return { ...own, api, account };
    }

    it("have the app's own scopes, or the asked ones of them", async () => {
      const it = await machine(["orders:read", "orders:write"]);
      const { audience } = it.api;
      const all = await scene.ownToken(it, { resource: audience });
      expect(all).toMatchObject({ status: 200, body: { scope: "orders:read orders:write" } });
      const one = await scene.ownToken(it, { resource: audience, scope: "orders:write" });
      expect(one.body).toMatchObject({ scope: "orders:write" });
      const token = one.body["access_token"]!;
      const claims = { sub: String(it.account), client_id: it.app.clientId, tid: it.tenantId };
      const { body: seen } = await scene.introspectAsApi(it.api, token);
      expect(seen).toMatchObject({ active: true, aud: audience, scope: "orders:write", ...claims });
      expect(seen).not.toHaveProperty("gen");
      if (format === "jwt") {
        expect(await verified(token, audience)).toMatchObject({ ...claims, scope: "orders:write" });
        expect(claimsOf(token)).not.toHaveProperty("gen");
      }
      const more = await scene.ownToken(it, { resource: audience, scope: "orders:delete" });
      expect(more).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
    });

    it("end at introspection with the right, a scope, the secret, the account and by revocation", async () => {
      const { database } = scene.world;
      const fresh = async () => {
        const it = await machine(["orders:read", "orders:write"]);
        const token = (await scene.ownToken(it, { resource: it.api.audience })).body["access_token"]!;
        const seen = async () => (await scene.introspectAsApi(it.api, token)).body;
        expect(await seen()).toMatchObject({ active: true });
        return { ...it, token, seen };
      };
      const narrowed = await fresh();
      await scene.allow(narrowed, narrowed.api.apiId, { ownScopes: ["orders:write"] });
      expect(await narrowed.seen()).toMatchObject({ active: true, scope: "orders:write" });
      await scene.allow(narrowed, narrowed.api.apiId, { forUsers: true });
      expect(await narrowed.seen()).toEqual({ active: false });

      const suspended = await fresh();
      await database.sql`update users set status = 'suspended' where id = ${suspended.account}`;
      expect(await suspended.seen()).toEqual({ active: false });

      const rotated = await fresh();
      await database.sql`delete from app_secrets where app_id = ${rotated.appId}`;
      expect(await rotated.seen()).toEqual({ active: false });

      const revoked = await fresh();
      await scene.post("/revoke", { ...scene.secretsOf(revoked), token: revoked.token });
      expect(await revoked.seen()).toEqual({ active: false });
    });
  });
});
