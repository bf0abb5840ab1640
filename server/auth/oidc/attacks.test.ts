import { SignJWT, UnsecuredJWT, type JWK } from "jose";
import * as client from "openid-client";
import { createPublicKey, createSecretKey, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

/* Attacks on the provider (RFC 9700, RFC 6819), each over real HTTP. */

describe.each(databaseKinds)("attacks on the provider on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  describe("PKCE (RFC 7636, RFC 9700 §2.1.1)", () => {
    it.each([
      ["none at all", { code_challenge: "", code_challenge_method: "" }],
      ["the plain method", { code_challenge: "x".repeat(43), code_challenge_method: "plain" }],
      ["no method, which means plain", { code_challenge: "x".repeat(43), code_challenge_method: "" }],
      ["an unknown method", { code_challenge: "x".repeat(43), code_challenge_method: "S512" }],
      ["a challenge that is no digest", { code_challenge: "short", code_challenge_method: "S256" }],
    ])("refuses %s", async (_name, parameters) => {
      const { app } = await rig.addTenant({ clientType: "public" });
      const { at } = await rig.browser().authorize(app, parameters);
      expect(new URL(at).searchParams.get("error")).toBe("invalid_request");
    });

    it("a code that was requested with a challenge is not exchanged without the verifier", async () => {
      const setting = await rig.addTenant();
      const forms: Record<string, string>[] = [
        {},
        { code_verifier: "" },
        { code_verifier: randomBytes(32).toString("base64url") },
      ];
      for (const form of forms) {
        const { code } = await rig.codeOf(setting);
        expect(await rig.exchange(setting, { code, ...form })).toMatchObject({
          status: 400,
          body: { error: "invalid_grant" },
        });
      }
    });

    it("a verifier is refused if the request had no challenge (downgrade, RFC 9700 §4.8.2)", async () => {
      const setting = await rig.addTenant({ requirePkce: false });
      const { code } = await rig.codeOf(setting, { code_challenge: "", code_challenge_method: "" });
      const { status } = await rig.exchange(setting, {
        code,
        code_verifier: randomBytes(32).toString("base64url"),
      });
      expect(status).toBe(400);
    });
  });

  describe("codes", () => {
    it("a code used twice ends every token issued for it (RFC 6749 §4.1.2)", async () => {
      const setting = await rig.addTenant();
      const { code, verifier } = await rig.codeOf(setting);
      const first = await rig.exchange(setting, { code, code_verifier: verifier });
      expect(first.status).toBe(200);
      expect(await rig.userinfo(first.body["access_token"]!)).toBe(200);
      const second = await rig.exchange(setting, { code, code_verifier: verifier });
      expect(second).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
      expect(await rig.userinfo(first.body["access_token"]!)).toBe(401);
      expect((await rig.refresh(setting, first.body["refresh_token"]!)).status).toBe(400);
    });

    it("of two concurrent requests with one code, at most one gets tokens", async () => {
      const setting = await rig.addTenant();
      const { code, verifier } = await rig.codeOf(setting);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => rig.exchange(setting, { code, code_verifier: verifier })),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    });

    it("a code of one app is refused for another app (injection, mix-up)", async () => {
      const victim = await rig.addTenant();
      const attacker = await rig.addApp(victim.tenantId);
      const elsewhere = await rig.addTenant();
      for (const thief of [attacker, elsewhere]) {
        const { code, verifier, at } = await rig.codeOf(victim);
        // RFC 9207: the answer names its issuer.
        expect(new URL(at).searchParams.get("iss")).toBe(rig.baseUrl);
        expect(await rig.exchange(thief, { code, code_verifier: verifier })).toMatchObject({
          status: 400,
          body: { error: "invalid_grant" },
        });
      }
    });

    it("a code from another user's sign-in is refused by the client's own check (injection, CSRF)", async () => {
      const setting = await rig.addTenant();
      const config = await setting.client();
      const mine = { verifier: client.randomPKCECodeVerifier(), state: client.randomState() };
      const { at } = await rig.codeOf(setting);
      const injected = new URL(at);
      await expect(
        client.authorizationCodeGrant(config, injected, {
          pkceCodeVerifier: mine.verifier,
          expectedState: mine.state,
        }),
      ).rejects.toThrow("invalid response");
      injected.searchParams.set("state", mine.state);
      await expect(
        client.authorizationCodeGrant(config, injected, {
          pkceCodeVerifier: mine.verifier,
          expectedState: mine.state,
        }),
      ).rejects.toMatchObject({ error: "invalid_grant" });
    });
  });

  describe("refresh tokens", () => {
    it("a refresh token used again after ten seconds ends the family, and notifies the administrators", async () => {
      const setting = await rig.addTenant();
      const { code, verifier } = await rig.codeOf(setting);
      const first = (await rig.exchange(setting, { code, code_verifier: verifier })).body;
      const second = (await rig.refresh(setting, first["refresh_token"]!)).body;
      await rig.passRefreshGrace(setting);
      expect((await rig.refresh(setting, first["refresh_token"]!)).body["error"]).toBe("invalid_grant");
      expect((await rig.refresh(setting, second["refresh_token"]!)).body["error"]).toBe("invalid_grant");
      for (const token of [first["access_token"]!, second["access_token"]!])
        expect(await rig.userinfo(token)).toBe(401);
      await expect
        .poll(() => rig.world.inTenant(setting.tenantId, (tx) => tx.securityAlerts.list()))
        .toMatchObject([{ alertType: "refresh_token_reuse", severity: "high", affectedUserCount: 1 }]);
    });

    it("a refresh token of another app or organization is not found", async () => {
      const victim = await rig.addTenant();
      const { code, verifier } = await rig.codeOf(victim);
      const tokens = (await rig.exchange(victim, { code, code_verifier: verifier })).body;
      for (const thief of [await rig.addApp(victim.tenantId), await rig.addTenant()])
        expect((await rig.refresh(thief, tokens["refresh_token"]!)).body["error"]).toBe("invalid_grant");
      // The refused attempt does not end the grant of the token's owner.
      expect((await rig.refresh(victim, tokens["refresh_token"]!)).status).toBe(200);
    });

    it("a refresh request for more scopes than granted is refused", async () => {
      const setting = await rig.addTenant();
      const { code, verifier } = await rig.codeOf(setting, { scope: "openid offline_access" });
      const tokens = (await rig.exchange(setting, { code, code_verifier: verifier })).body;
      const wider = await rig.post("/token", {
        grant_type: "refresh_token",
        refresh_token: tokens["refresh_token"]!,
        scope: "openid email",
        ...rig.secretsOf(setting),
      });
      expect(wider.body["error"]).toBe("invalid_scope");
    });
  });

  describe("forged tokens", () => {
    const claims = (setting: SceneTenant) => ({
      iss: rig.baseUrl,
      sub: String(setting.person.userId),
      aud: "https://api.shop.example",
      client_id: setting.app.clientId,
      tid: setting.tenantId,
      jti: "made-up",
      scope: "openid",
      gen: 1,
      exp: Math.floor(Date.now() / 1_000) + 600,
      iat: Math.floor(Date.now() / 1_000),
    });

    it("without a signature, or signed with the public key as a secret, are refused (RFC 8725 §2.1)", async () => {
      const setting = await rig.addTenant({ apiAudience: "https://api.shop.example" });
      const { keys } = (await (await fetch(`${rig.baseUrl}/jwks`)).json()) as {
        keys: JWK[];
      };
      expect(keys).toHaveLength(4);
      const forged = [new UnsecuredJWT(claims(setting)).encode()];
      for (const key of keys) {
        const publicKey = createPublicKey({ key, format: "jwk" });
        for (const secret of [
          Buffer.from((key.x ?? key.n)!, "base64url"),
          Buffer.from(JSON.stringify(key)),
          publicKey.export({ type: "spki", format: "der" }),
          Buffer.from(publicKey.export({ type: "spki", format: "pem" })),
        ])
          forged.push(
            await new SignJWT(claims(setting))
              .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: key.kid! })
              .sign(createSecretKey(secret)),
          );
      }
      for (const token of forged) {
        expect(await rig.introspect(setting, token)).toEqual({ active: false });
        expect(await rig.userinfo(token)).toBe(401);
        await expect(rig.auth.bearer(`Bearer ${token}`, { ip: null, requestId: null })).rejects.toMatchObject(
          {
            error: "invalid_token",
          },
        );
      }
    });

    it("an ID token is not accepted as an access token, nor an access token as an ID token hint", async () => {
      const setting = await rig.addTenant();
      const { code, verifier } = await rig.codeOf(setting);
      const tokens = (await rig.exchange(setting, { code, code_verifier: verifier })).body;
      expect(await rig.userinfo(tokens["id_token"]!)).toBe(401);
      expect(await rig.introspect(setting, tokens["id_token"]!)).toEqual({ active: false });
      const hint = await fetch(`${rig.baseUrl}/end_session?id_token_hint=${tokens["access_token"]!}`);
      expect(hint.status).toBe(400);
    });

    it("tokens of another app reveal nothing to a public client, whose id anyone can send", async () => {
      const victim = await rig.addTenant();
      const { code, verifier } = await rig.codeOf(victim);
      const token = (await rig.exchange(victim, { code, code_verifier: verifier })).body["access_token"]!;
      const open = await rig.addApp(victim.tenantId, { clientType: "public" });
      const asked = await rig.post("/introspect", { client_id: open.app.clientId, token });
      expect(asked.body).toEqual({ active: false });
      expect(await rig.introspect(await rig.addApp(victim.tenantId), token)).toMatchObject({ active: true });
    });

    it("tokens of another organization reveal nothing", async () => {
      const victim = await rig.addTenant();
      const { code, verifier } = await rig.codeOf(victim);
      const tokens = (await rig.exchange(victim, { code, code_verifier: verifier })).body;
      const stranger = await rig.addTenant();
      for (const token of [tokens["access_token"]!, tokens["refresh_token"]!]) {
        expect(await rig.introspect(stranger, token)).toEqual({ active: false });
        await rig.post("/revoke", { ...rig.secretsOf(stranger), token });
        expect(await rig.introspect(victim, token)).toMatchObject({ active: true });
      }
    });
  });

  it("codes of devices cannot be guessed, and another app cannot exchange them", async () => {
    const setting = await rig.addTenant({ allowDeviceFlow: true });
    const other = await rig.addApp(setting.tenantId, { allowDeviceFlow: true });
    const started = await rig.post("/device_authorization", { ...rig.secretsOf(setting), scope: "openid" });
    const grant = "urn:ietf:params:oauth:grant-type:device_code";
    const poll = (of: Pick<SceneTenant, "app">, code: string) =>
      rig.post("/token", { grant_type: grant, device_code: code, ...rig.secretsOf(of) });
    expect((await poll(setting, started.body["device_code"]!)).body["error"]).toBe("authorization_pending");
    expect((await poll(other, started.body["device_code"]!)).body["error"]).toBe("invalid_grant");
    expect((await poll(setting, "x".repeat(43))).body["error"]).toBe("invalid_grant");
    expect(started.body["device_code"]!.length).toBeGreaterThanOrEqual(43);
    // The user code does not give access to the tokens.
    expect((await poll(setting, started.body["user_code"]!)).body["error"]).toBe("invalid_grant");
  });

  it("refuses requests by value or by reference, and other response types or modes", async () => {
    const { app } = await rig.addTenant();
    for (const extra of [
      { request: new UnsecuredJWT({ redirect_uri: "https://evil.example" }).encode() },
      { request_uri: "https://evil.example/request.jwt" },
      { response_type: "token" },
      { response_type: "code id_token" },
      { response_mode: "web_message" },
    ] as Record<string, string>[]) {
      const { at, response } = await rig.browser().authorize(app, extra);
      const error =
        at === ""
          ? response.status === 400
            ? "shown"
            : null
          : new URL(at.replace("#", "?")).searchParams.get("error");
      expect(error, JSON.stringify(extra)).not.toBeNull();
    }
  });
});
