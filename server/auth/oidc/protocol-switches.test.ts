import { createRemoteJWKSet, decodeJwt, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setAppAuthentication } from "@/server/domain/apps/client-authentication";
import { setAppProtocol } from "@/server/domain/apps/console";
import type { AppProtocol } from "@/server/domain/apps/console.schema";
import { createScene, REDIRECT_URI, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

const none = {
  requirePushedRequests: false,
  requireDpop: false,
  backchannelLogoutUri: null,
  apiAudience: null,
};
const CLIENT_JWT = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

describe.each(databaseKinds)("switches of the protocol on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })), 120_000);
  afterAll(() => rig.close());

  /** Creates a tenant whose app has a key and these features. */
  async function addTenantWithKey(features: Partial<AppProtocol> = {}, alg = "ES256") {
    const it = await rig.addTenant({ signingAlgorithm: "ES256" });
    const { appId, actor, app } = it;
    const { publicKey, privateKey } = await generateKeyPair(alg);
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "own" } as never] };
    await rig.execute(actor, setAppAuthentication, { appId, method: "private_key_jwt", jwks });
    await rig.execute(actor, setAppProtocol, { appId, ...none, ...features });
    const { clientId } = app;
    /** Signs claims as the app. */
    const sign = (claims: object, by: CryptoKey = privateKey, header = alg) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: header, kid: "own" })
        .setIssuer(clientId)
        .setIssuedAt()
        .setNotBefore("0s")
        .setExpirationTime("1m")
        .setJti(crypto.randomUUID())
        .sign(by);
    return { ...it, clientId, privateKey, sign };
  }

  const authorization = {
    response_type: "code",
    redirect_uri: REDIRECT_URI,
    scope: "openid",
    prompt: "consent",
  };
  async function withPkce() {
    const verifier = client.randomPKCECodeVerifier();
    const code_challenge = await client.calculatePKCECodeChallenge(verifier);
    return { verifier, sent: { ...authorization, code_challenge, code_challenge_method: "S256" } };
  }

  /** Opens an authorization request as a user. Returns the address of the app, or of the page that refuses it. */
  async function visit({ app, person }: SceneTenant, parameters: Record<string, string>) {
    const browser = rig.browser();
    const address = `${rig.baseUrl}/authorize?${new URLSearchParams(parameters)}`;
    let page = await browser.follow(await browser.open(address), app);
    for (const step of ["sign-in", "consent"]) {
      if (!new URL(page.at).pathname.startsWith("/interaction/")) break;
      page = await browser.follow(await browser.submit(page.at, step, person), app);
    }
    return new URL(page.at);
  }

  describe("signed requests (JAR, RFC 9101)", () => {
    it("are accepted by the app's key only, and required by the switch", async () => {
      const it = await addTenantWithKey({ requireSignedRequests: true });
      const { sent } = await withPkce();
      const inClear = await visit(it, { client_id: it.clientId, ...sent });
      expect(inClear.searchParams.get("error")).toBe("invalid_request");
      const claims = { ...sent, client_id: it.clientId, aud: rig.baseUrl };
      const answered = await visit(it, { client_id: it.clientId, request: await it.sign(claims) });
      expect(answered.searchParams.get("code")).not.toBeNull();
    });

    it("with another key, another audience, none or the secret as a key are refused", async () => {
      const it = await addTenantWithKey();
      const { sent } = await withPkce();
      const claims = { ...sent, client_id: it.clientId, aud: rig.baseUrl };
      const { privateKey } = await generateKeyPair("ES256");
      const none = [{ alg: "none" }, { ...claims, iss: it.clientId }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      const hmac = await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(it.clientId)
        .setExpirationTime("1m")
        .sign(Buffer.from(it.app.clientSecret!));
      const requests = [
        await it.sign(claims, privateKey),
        await it.sign({ ...claims, aud: "https://other.example" }),
        `${none}.`,
        hmac,
      ];
      for (const request of requests) {
        const { searchParams, pathname } = await visit(it, { client_id: it.clientId, request });
        expect(searchParams.get("code"), pathname).toBeNull();
      }
    });

    it("of an app without a key are refused", async () => {
      const it = await rig.addTenant();
      const { privateKey } = await generateKeyPair("ES256");
      const { sent } = await withPkce();
      const request = await new SignJWT({ ...sent, client_id: it.app.clientId, aud: rig.baseUrl })
        .setProtectedHeader({ alg: "ES256" })
        .setIssuer(it.app.clientId)
        .setExpirationTime("1m")
        .sign(privateKey);
      expect((await visit(it, { client_id: it.app.clientId, request })).searchParams.get("code")).toBeNull();
    });
  });

  it("a signed answer (JARM) comes if the app asks for it, and is verified by openid-client", async () => {
    const it = await rig.addTenant({ signingAlgorithm: "PS256" });
    const config = await it.client();
    client.useJwtResponseMode(config);
    const { verifier, sent } = await withPkce();
    const answer = await visit(it, { client_id: it.app.clientId, ...sent, response_mode: "jwt" });
    expect(answer.searchParams.get("code")).toBeNull();
    const { payload } = await jwtVerify(
      answer.searchParams.get("response")!,
      createRemoteJWKSet(new URL(`${rig.baseUrl}/jwks`)),
      { issuer: rig.baseUrl, audience: it.app.clientId, algorithms: ["PS256"] },
    );
    expect(payload).toHaveProperty("code");
    const tokens = await client.authorizationCodeGrant(config, answer, { pkceCodeVerifier: verifier });
    expect(tokens.claims()!.sub).toBe(String(it.person.userId));
  });

  describe("the FAPI 2.0 Security Profile", () => {
    it("works with openid-client: PAR, private_key_jwt, DPoP", async () => {
      const it = await addTenantWithKey({ fapi: true });
      const key = { key: it.privateKey, kid: "own" };
      const setIssuer = {
        [client.modifyAssertion]: (_header: object, payload: Record<string, unknown>) => {
          payload["aud"] = rig.baseUrl;
        },
      };
      const config = await client.discovery(
        new URL(rig.baseUrl),
        it.clientId,
        undefined,
        client.PrivateKeyJwt(key, setIssuer),
        { execute: [client.allowInsecureRequests] },
      );
      const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair("ES256"));
      const { verifier, sent } = await withPkce();
      const address = await client.buildAuthorizationUrlWithPAR(config, sent, { DPoP });
      const answer = await visit(it, Object.fromEntries(address.searchParams));
      const tokens = await client.authorizationCodeGrant(
        config,
        answer,
        { pkceCodeVerifier: verifier },
        undefined,
        { DPoP },
      );
      expect(tokens.token_type).toBe("dpop");
      expect(
        await client.fetchUserInfo(config, tokens.access_token, tokens.claims()!.sub, { DPoP }),
      ).toBeTruthy();
    });

    it("refuses requests that are not pushed, RS256, and another audience of the app's JWT", async () => {
      const it = await addTenantWithKey({ fapi: true });
      const { sent } = await withPkce();
      const direct = await visit(it, { client_id: it.clientId, ...sent });
      expect(direct.searchParams.get("error")).toBe("invalid_request");
      const push = (assertion: string) =>
        rig.post("/par", {
          ...sent,
          client_id: it.clientId,
          client_assertion_type: CLIENT_JWT,
          client_assertion: assertion,
        });
      const claims = { sub: it.clientId };
      expect((await push(await it.sign({ ...claims, aud: `${rig.baseUrl}/token` }))).status).toBe(401);
      expect((await push(await it.sign({ ...claims, aud: rig.baseUrl }))).status).toBe(201);
      const rsa = await addTenantWithKey({ fapi: true }, "RS256");
      const byRsa = await rig.post("/par", {
        ...sent,
        client_id: rsa.clientId,
        client_assertion_type: CLIENT_JWT,
        client_assertion: await rsa.sign({ sub: rsa.clientId, aud: rig.baseUrl }),
      });
      expect(byRsa.status).toBe(401);
    });
  });

  it("pairwise subjects differ between apps and are the same in all answers of one app", async () => {
    const it = await rig.addTenant();
    const audience = `https://api${it.tenantId}.shop.example`;
    const pairwise = { ...none, apiAudience: audience, pairwiseSubjects: true };
    await rig.execute(it.actor, setAppProtocol, { appId: it.appId, ...pairwise });
    const second = await rig.addApp(it.tenantId);
    const other = { ...it, ...second };
    await rig.execute(it.actor, setAppProtocol, { appId: other.appId, ...none, pairwiseSubjects: true });

    const scope = "openid offline_access";
    const { code, verifier } = await rig.codeOf(it, { scope, resource: audience });
    const { body } = await rig.exchange(it, { code, code_verifier: verifier, resource: audience });
    const { sub } = decodeJwt(body["id_token"]!);
    expect(sub).toMatch(/^[\w-]{43}$/);
    expect(decodeJwt(body["access_token"]!).sub).toBe(sub);
    const refreshed = await rig.refresh(it, body["refresh_token"]!);
    expect(decodeJwt(refreshed.body["id_token"]!).sub).toBe(sub);
    const token = refreshed.body["access_token"]!;
    expect(await rig.introspect(it, token)).toMatchObject({ active: true, sub });
    const userinfo = await fetch(`${rig.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await userinfo.json()).toMatchObject({ sub });

    const there = await rig.codeOf(other, { scope });
    const answer = await rig.exchange(other, { code: there.code, code_verifier: there.verifier });
    expect(decodeJwt(answer.body["id_token"]!).sub).not.toBe(sub);
  });
});
