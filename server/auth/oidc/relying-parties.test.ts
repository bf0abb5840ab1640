import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from "jose";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suspendUser } from "@/server/domain/users/users";
import { createScene, REDIRECT_URI, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

const scope = "openid profile email offline_access";

describe.each(databaseKinds)("relying parties with third-party libraries, on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  /** Follows an authorization URL as a user. Returns the app's address with the answer. */
  async function visit({ app, person }: SceneTenant, url: URL, browser = rig.browser()) {
    let page = await browser.follow(await browser.open(url.href), app);
    for (const step of ["sign-in", "consent"]) {
      if (!new URL(page.at).pathname.startsWith("/interaction/")) break;
      page = await browser.follow(await browser.submit(page.at, step, person), app);
    }
    return new URL(page.at);
  }

  /** Returns the parameters of a sign-in, with the values that check its answer. */
  async function parameters() {
    const verifier = client.randomPKCECodeVerifier();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    return {
      sent: {
        redirect_uri: REDIRECT_URI,
        scope,
        prompt: "consent",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      },
      checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
    };
  }

  it("openid-client: code, userinfo, refresh, introspection, revocation", async () => {
    const setting = await rig.addTenant();
    const config = await setting.client();
    const { sent, checks } = await parameters();
    const answer = await visit(setting, client.buildAuthorizationUrl(config, sent));
    // RFC 9207: openid-client refuses an answer without `iss`, because discovery announces it.
    expect(answer.searchParams.get("iss")).toBe(rig.baseUrl);
    const tokens = await client.authorizationCodeGrant(config, answer, checks);
    const { sub } = tokens.claims()!;
    expect(sub).toBe(String(setting.person.userId));
    expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({
      email: setting.person.email,
    });
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
    expect(next.claims()!.sub).toBe(sub);
    expect(await client.tokenIntrospection(config, next.access_token)).toMatchObject({ active: true, sub });
    await client.tokenRevocation(config, next.refresh_token!);
    expect(await client.tokenIntrospection(config, next.access_token)).toEqual({ active: false });
  });

  it("openid-client: signs out, and returns to the app", async () => {
    const after = "https://shop.example/bye";
    const setting = await rig.addTenant();
    await rig.world.database
      .sql`update apps set post_logout_redirect_uris = ${JSON.stringify([after])}::text::jsonb where id = ${setting.appId}`;
    const config = await setting.client();
    const { sent, checks } = await parameters();
    const browser = rig.browser();
    const tokens = await client.authorizationCodeGrant(
      config,
      await visit(setting, client.buildAuthorizationUrl(config, sent), browser),
      checks,
    );
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: after,
      state: "s",
    });
    const page = await (await browser.open(url.href)).text();
    expect(page).toContain("Sign out?");
    const gone = await browser.open("/end_session/confirm", {
      method: "POST",
      body: new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page)![1]!, logout: "yes" }),
    });
    expect(gone.headers.get("location")).toBe(`${after}?state=s`);
    const again = await visit(
      setting,
      client.buildAuthorizationUrl(config, { ...sent, prompt: "none" }),
      browser,
    );
    expect(again.searchParams.get("error")).toBe("login_required");
  });

  it("openid-client: pushed requests are valid once, and required if the app is configured so", async () => {
    const setting = await rig.addTenant({ requirePushedRequests: true });
    const config = await setting.client();
    const { sent, checks } = await parameters();
    const plain = await visit(setting, client.buildAuthorizationUrl(config, sent));
    expect(plain.searchParams.get("error")).toBe("invalid_request");
    const url = await client.buildAuthorizationUrlWithPAR(config, sent);
    expect([...url.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
    const answer = await visit(setting, url);
    const tokens = await client.authorizationCodeGrant(config, answer, checks);
    expect(tokens.claims()!.sub).toBe(String(setting.person.userId));
    const browser = rig.browser();
    const replayed = await browser.open(url.href);
    expect(replayed.headers.get("location")).toMatch(
      /^https:\/\/shop\.example\/cb\?error=invalid_request_uri/,
    );
    // The sender must authenticate as the app and cannot use an unregistered redirect URI.
    const refused = await rig.post("/par", {
      ...sent,
      client_id: setting.app.clientId,
      response_type: "code",
    });
    expect(refused.status).toBe(401);
    const astray = client.buildAuthorizationUrlWithPAR(config, {
      ...sent,
      redirect_uri: "https://evil.example/cb",
    });
    await expect(astray).rejects.toMatchObject({ status: 400 });
  });

  it("openid-client: DPoP binds access and refresh tokens to the app's key", async () => {
    const setting = await rig.addTenant({ clientType: "public", requireDpop: true });
    const config = await setting.client();
    const key = await client.randomDPoPKeyPair();
    const DPoP = client.getDPoPHandle(config, key);
    const { sent, checks } = await parameters();
    const answer = await visit(
      setting,
      client.buildAuthorizationUrl(config, {
        ...sent,
        dpop_jkt: await DPoP.calculateThumbprint(),
      }),
    );
    const tokens = await client.authorizationCodeGrant(config, answer, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe("dpop");
    const { sub } = tokens.claims()!;
    expect(await client.fetchUserInfo(config, tokens.access_token, sub, { DPoP })).toMatchObject({ sub });
    // The token is refused as a bearer token and with another key.
    await expect(client.fetchUserInfo(config, tokens.access_token, sub)).rejects.toThrow();
    const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair());
    await expect(client.fetchUserInfo(config, tokens.access_token, sub, { DPoP: other })).rejects.toThrow();
    await expect(
      client.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP: other }),
    ).rejects.toMatchObject({ status: 400 });
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP });
    expect(next.token_type).toBe("dpop");
    // Without a proof, such an app gets no token.
    const again = await parameters();
    const bare = await visit(setting, client.buildAuthorizationUrl(config, again.sent));
    await expect(client.authorizationCodeGrant(config, bare, again.checks)).rejects.toMatchObject({
      status: 400,
    });
  });

  it("openid-client: a JWT for the app's own API, whose introspection reflects its end at once", async () => {
    const audience = "https://api.shop.example/";
    const setting = await rig.addTenant({ apiAudience: audience });
    const config = await setting.client();
    const { sent, checks } = await parameters();
    const asked = { ...sent, resource: audience };
    const answer = await visit(setting, client.buildAuthorizationUrl(config, asked));
    const tokens = await client.authorizationCodeGrant(config, answer, checks, { resource: audience });
    const keys = (await (await fetch(`${rig.baseUrl}/jwks`)).json()) as JSONWebKeySet;
    const { payload } = await jwtVerify(tokens.access_token, createLocalJWKSet(keys), {
      issuer: rig.baseUrl,
      audience,
      typ: "at+jwt",
    });
    expect(payload).toMatchObject({
      sub: String(setting.person.userId),
      client_id: setting.app.clientId,
      tid: setting.tenantId,
    });
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe("RS256");
    const introspect = (token: string) => client.tokenIntrospection(config, token);
    expect(await introspect(tokens.access_token)).toMatchObject({ active: true, aud: audience });
    // The id (`jti`) is readable in the token, so the id must not be accepted as a token.
    expect(await introspect(payload.jti!)).toEqual({ active: false });
    // The token is for the API only, neither for userinfo nor for the management interface.
    await expect(client.fetchUserInfo(config, tokens.access_token, payload.sub!)).rejects.toThrow();
    await expect(
      rig.auth.bearer(`Bearer ${tokens.access_token}`, { ip: null, requestId: null }),
    ).rejects.toMatchObject({ error: "invalid_token" });
    // Without `resource`, the new token is for userinfo. With it, the new token is for the API.
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!, { resource: audience });
    expect(await introspect(next.access_token)).toMatchObject({ active: true, aud: audience });
    await client.tokenRevocation(config, next.access_token);
    expect(await introspect(next.access_token)).toEqual({ active: false });
    const second = await parameters();
    const later = await client.authorizationCodeGrant(
      config,
      await visit(setting, client.buildAuthorizationUrl(config, { ...second.sent, resource: audience })),
      second.checks,
      { resource: audience },
    );
    expect(await introspect(later.access_token)).toMatchObject({ active: true });
    await rig.execute(setting.actor, suspendUser, { userId: setting.person.userId });
    expect(await introspect(later.access_token)).toEqual({ active: false });
  });

  it("openid-client: refuses tokens for an API of another app", async () => {
    const setting = await rig.addTenant({ apiAudience: "https://api.own.example" });
    const config = await setting.client();
    for (const resource of ["https://api.other.example", `${rig.baseUrl}/api/v1`]) {
      const { sent } = await parameters();
      const answer = await visit(setting, client.buildAuthorizationUrl(config, { ...sent, resource }));
      expect(answer.searchParams.get("error")).toBe("invalid_target");
    }
  });

  it("oauth4webapi: the code flow, with each answer checked", async () => {
    const { app, ...setting } = await rig.addTenant();
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(rig.baseUrl);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, insecure),
    );
    const me: oauth.Client = { client_id: app.clientId };
    const auth = oauth.ClientSecretBasic(app.clientSecret!);
    const { sent, checks } = await parameters();
    const url = new URL(server.authorization_endpoint!);
    for (const [name, value] of Object.entries({ ...sent, client_id: app.clientId, response_type: "code" }))
      url.searchParams.set(name, value);
    const answer = oauth.validateAuthResponse(
      server,
      me,
      await visit({ app, ...setting }, url),
      checks.expectedState,
    );
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, me, auth, answer, REDIRECT_URI, checks.pkceCodeVerifier, insecure] as const),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, me, response, {
      expectedNonce: checks.expectedNonce,
      requireIdToken: true,
    });
    const { sub } = oauth.getValidatedIdTokenClaims(tokens)!;
    const info = await oauth.processUserInfoResponse(
      server,
      me,
      sub,
      await oauth.userInfoRequest(server, me, tokens.access_token, insecure),
    );
    expect(info.email).toBe(setting.person.email);
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      me,
      await oauth.refreshTokenGrantRequest(server, me, auth, tokens.refresh_token!, insecure),
    );
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  });

  it("machine tokens are bearer tokens: a DPoP proof is refused, not ignored", async () => {
    const { tenantId } = await rig.world.tenant();
    const { clientId, clientSecret } = await rig.world.credential(tenantId);
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    expect((await rig.post("/token", form)).status).toBe(200);
    expect((await rig.post("/token", form, { DPoP: "x.y.z" })).status).toBe(400);
  });
});
