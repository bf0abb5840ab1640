import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT, type JSONWebKeySet } from "jose";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp, updateApp } from "@/server/domain/apps/apps";
import { createMachineApp } from "@/server/domain/apps/machine";
import { signingAlgorithms, type SigningAlgorithm } from "@/server/kernel/signing-keys";
import { revokeSigningKey, rotateSigningKey } from "@/server/platform/signing-keys";
import { platformActor, tenantActor } from "@/server/testing/operations";
import { createScene, REDIRECT_URI, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";
import { openKeyRing } from "./keys";

const AUDIENCE = "https://api.shop.example";

describe.each(databaseKinds)("algorithms of signatures, on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  const published = async () => (await (await fetch(`${rig.baseUrl}/jwks`)).json()) as JSONWebKeySet;
  const ring = () => openKeyRing(rig.world.database, rig.world.ports);

  /** Signs in and returns the tokens. */
  async function signedIn(
    setting: SceneTenant,
    parameters: Record<string, string> = {},
    browser = rig.browser(),
  ) {
    const { code, verifier } = await rig.codeOf(setting, parameters, browser);
    const { resource } = parameters;
    return (await rig.exchange(setting, { code, code_verifier: verifier, ...(resource && { resource }) }))
      .body;
  }

  describe.each(signingAlgorithms)("%s", (algorithm) => {
    it("openid-client verifies an ID token with the announced algorithm, also after a refresh", async () => {
      const setting = await rig.addTenant({ signingAlgorithm: algorithm });
      const config = await client.discovery(
        new URL(rig.baseUrl),
        setting.app.clientId,
        { id_token_signed_response_alg: algorithm },
        client.ClientSecretPost(setting.app.clientSecret),
        // openid-client checks the signature of an ID token from the token endpoint only on request.
        { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
      );
      expect(config.serverMetadata().id_token_signing_alg_values_supported).toContain(algorithm);
      const { at, verifier } = await rig.codeOf(setting, {
        scope: "openid offline_access",
        prompt: "consent",
      });
      const tokens = await client.authorizationCodeGrant(
        config,
        new URL(at),
        {
          pkceCodeVerifier: verifier,
          expectedState: new URL(at).searchParams.get("state") ?? client.skipStateCheck,
          idTokenExpected: true,
        },
        { redirect_uri: REDIRECT_URI },
      );
      expect(decodeProtectedHeader(tokens.id_token!).alg).toBe(algorithm);
      const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
      expect(decodeProtectedHeader(next.id_token!).alg).toBe(algorithm);
    });

    it("signs the access token of the app's API, which jose verifies with /jwks and /introspect accepts", async () => {
      const setting = await rig.addTenant({
        signingAlgorithm: algorithm,
        apiAudience: `${AUDIENCE}/${algorithm}`,
      });
      const resource = `${AUDIENCE}/${algorithm}`;
      const tokens = await signedIn(setting, { resource });
      const token = tokens["access_token"]!;
      const { payload } = await jwtVerify(token, createLocalJWKSet(await published()), {
        algorithms: [algorithm],
        typ: "at+jwt",
        issuer: rig.baseUrl,
        audience: resource,
      });
      expect(payload["client_id"]).toBe(setting.app.clientId);
      expect(await rig.introspect(setting, token)).toMatchObject({ active: true, aud: resource });
      await rig.post("/revoke", { ...rig.secretsOf(setting), token });
      expect(await rig.introspect(setting, token)).toEqual({ active: false });
    });

    it("signs logout tokens and the own tokens of a machine-to-machine app", async () => {
      const { tenantId } = await rig.world.tenant();
      const app = await rig.execute(tenantActor(tenantId), createMachineApp, {
        name: "Night job",
        signingAlgorithm: algorithm,
      });
      const { body } = await rig.post("/token", {
        grant_type: "client_credentials",
        client_id: app.clientId,
        client_secret: app.clientSecret,
      });
      const keys = createLocalJWKSet(await published());
      await jwtVerify(body["access_token"]!, keys, { algorithms: [algorithm], typ: "at+jwt" });
      const facts = { ip: null, requestId: null };
      expect(await rig.auth.bearer(`Bearer ${body["access_token"]}`, facts)).toMatchObject({ tenantId });
      const logout = await rig.auth.logoutToken({
        clientId: app.clientId,
        algorithm,
        subject: "1",
        sid: "s",
        issuer: null,
      });
      await jwtVerify(logout, keys, { algorithms: [algorithm], typ: "logout+jwt", audience: app.clientId });
    });
  });

  it("signs the tokens of a new app with RS256, and those of a credential with EdDSA", async () => {
    const setting = await rig.addTenant();
    expect(decodeProtectedHeader((await signedIn(setting))["id_token"]!).alg).toBe("RS256");
    const { clientId, clientSecret } = await rig.world.credential(setting.tenantId);
    const { body } = await rig.post("/token", {
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    });
    expect(decodeProtectedHeader(body["access_token"]!).alg).toBe("EdDSA");
  });

  it("refuses an algorithm that it does not have (400)", async () => {
    const { tenantId } = await rig.world.tenant();
    for (const signingAlgorithm of ["HS256", "none", "RS384"])
      await expect(
        rig.execute(tenantActor(tenantId), createApp, {
          name: "Shop",
          redirectUris: [REDIRECT_URI],
          signingAlgorithm,
        }),
      ).rejects.toMatchObject({ status: 400, details: { field: "signingAlgorithm" } });
  });

  describe("algorithm confusion (RFC 8725 §2.1)", () => {
    it("key of another kind: refuses a header whose algorithm is not that of the key", async () => {
      const setting = await rig.addTenant();
      const { clientId, serviceAccountId } = await rig.world.credential(setting.tenantId);
      const { signing } = (await ring()).current();
      const now = Math.floor(Date.now() / 1_000);
      const claims = {
        iss: rig.baseUrl,
        aud: `${rig.baseUrl}/api/v1`,
        sub: String(serviceAccountId),
        jti: "made",
        client_id: clientId,
        tid: setting.tenantId,
        gen: 1,
        scope: "ManageUsers",
        iat: now,
        exp: now + 60,
      };
      /** Signs with the key of `by`, in the name of the key of `named`. */
      const forge = async (by: SigningAlgorithm, named: SigningAlgorithm) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: by, typ: "at+jwt", kid: signing[named].kid })
          .sign(signing[by].privateKey);
      const facts = { ip: null, requestId: null };
      for (const by of signingAlgorithms)
        for (const named of signingAlgorithms) {
          const token = await forge(by, named);
          const asked = rig.auth.bearer(`Bearer ${token}`, facts);
          // The test signs with the server's keys, so that the algorithm is the only reason of a refusal.
          if (by === named) expect(await asked).toBeTruthy();
          else {
            await expect(asked).rejects.toMatchObject({ error: "invalid_token" });
            expect(await rig.introspect(setting, token)).toEqual({ active: false });
          }
        }
    });
  });

  describe("an ID token as a hint (id_token_hint)", () => {
    const rotate = (algorithm: SigningAlgorithm) =>
      rig.execute(platformActor(), rotateSigningKey, { algorithm, when: "now" });
    const signOut = (setting: SceneTenant, hint: string) =>
      fetch(
        `${rig.baseUrl}/end_session?${new URLSearchParams({ id_token_hint: hint, client_id: setting.app.clientId })}`,
      );
    const errorAt = (at: string) => new URL(at).searchParams.get("error");

    it("is accepted after the app has changed its algorithm", async () => {
      const setting = await rig.addTenant({ signingAlgorithm: "EdDSA" });
      const browser = rig.browser();
      const hint = (await signedIn(setting, {}, browser))["id_token"]!;
      await rig.execute(setting.actor, updateApp, { appId: setting.appId, signingAlgorithm: "RS256" });
      expect((await signOut(setting, hint)).status).toBe(200);
      const { at } = await browser.authorize(setting.app, { prompt: "none", id_token_hint: hint });
      expect(errorAt(at)).toBeNull();
    });

    it("is accepted after its key was retired and removed from /jwks", async () => {
      const setting = await rig.addTenant({ signingAlgorithm: "ES256" });
      const browser = rig.browser();
      const hint = (await signedIn(setting, {}, browser))["id_token"]!;
      const { kid } = decodeProtectedHeader(hint);
      await rotate("ES256");
      await rig.world.database
        .sql`update signing_keys set retired_at = now() - interval '3 days', private_jwk_encrypted = null where kid = ${kid!}`;
      await rig.auth.refreshKeys();
      expect((await published()).keys.map((key) => key.kid)).not.toContain(kid);
      expect((await signOut(setting, hint)).status).toBe(200);
      const { at } = await browser.authorize(setting.app, { prompt: "none", id_token_hint: hint });
      expect(errorAt(at)).toBeNull();
      // The key verifies hints only: it makes no access token valid.
      expect(await rig.introspect(setting, hint)).toEqual({ active: false });
    });

    it("counts as the client id at the sign-out, and as nothing at a sign-in, after its key was revoked", async () => {
      const setting = await rig.addTenant({ signingAlgorithm: "PS256" });
      const browser = rig.browser();
      const hint = (await signedIn(setting, {}, browser))["id_token"]!;
      await rig.execute(platformActor(), revokeSigningKey, { kid: decodeProtectedHeader(hint).kid! });
      await rig.auth.refreshKeys();
      const page = await browser.open(`/end_session?id_token_hint=${hint}`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('name="xsrf"');
      const { at } = await browser.authorize(setting.app, { prompt: "none", id_token_hint: hint });
      expect(errorAt(at)).toBe("login_required");
      // Without the hint, the session signs in.
      expect(errorAt((await browser.authorize(setting.app, { prompt: "none" })).at)).toBeNull();
    });

    it("forged hint: is refused if its signature is wrong, its key unknown or its kind another", async () => {
      const setting = await rig.addTenant();
      const hint = (await signedIn(setting))["id_token"]!;
      const [header, payload, signature] = hint.split(".") as [string, string, string];
      const flipped = `${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`;
      const unknown = Buffer.from(JSON.stringify({ alg: "RS256", kid: "unknown" })).toString("base64url");
      const none = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(hint), alg: "none" })).toString(
        "base64url",
      );
      const logout = await rig.auth.logoutToken({
        clientId: setting.app.clientId,
        algorithm: "RS256",
        subject: String(setting.person.userId),
        sid: "s",
        issuer: null,
      });
      for (const forged of [
        `${header}.${payload}.${flipped}`,
        `${unknown}.${payload}.${signature}`,
        `${none}.${payload}.`,
        logout,
      ])
        expect((await signOut(setting, forged)).status).toBe(400);
    });
  });
});
