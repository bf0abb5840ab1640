import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setAppOrigins } from "@/server/domain/apps/origins";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

const ORIGIN = "https://shop.example";
const FOREIGN = "https://evil.example";

describe.each(databaseKinds)("cross-origin requests on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  const accessHeaders = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith("access-control-"));
  const varies = (headers: Headers) =>
    (headers.get("vary") ?? "").toLowerCase().split(/, */).includes("origin");

  function preflight(path: string, origin: string, method = "POST") {
    return fetch(`${rig.baseUrl}${path}`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization,dpop",
      },
    });
  }

  const browserApp = () => rig.addTenant({ clientType: "public" });

  it.each(["/token", "/userinfo", "/revoke", "/par", "/introspect", "/device_authorization"])(
    "answers the preflight request of an app's origin at %s, without credentials",
    async (path) => {
      await browserApp();
      const { status, headers } = await preflight(path, ORIGIN);
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
      expect(headers.get("access-control-allow-methods")).toContain("POST");
      expect(headers.get("access-control-allow-headers")).toBe("authorization,content-type,dpop");
      expect(headers.has("access-control-allow-credentials")).toBe(false);
      expect(varies(headers)).toBe(true);
    },
  );

  it.each(["/token", "/userinfo", "/revoke", "/par", "/introspect"])(
    "foreign origin: answers its preflight request at %s without CORS headers",
    async (path) => {
      for (const origin of [
        FOREIGN,
        "null",
        "https://shop.example.evil.example",
        "http://shop.example",
        "*",
      ]) {
        const { headers } = await preflight(path, origin);
        expect(accessHeaders(headers)).toEqual([]);
        expect(varies(headers)).toBe(true);
      }
    },
  );

  it.each(["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/jwks"])(
    "permits every origin to read %s",
    async (path) => {
      for (const headers of [new Headers(), new Headers({ origin: FOREIGN })]) {
        const answer = await fetch(`${rig.baseUrl}${path}`, { headers });
        expect(answer.headers.get("access-control-allow-origin")).toBe("*");
        expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
      }
      const asked = await preflight(path, FOREIGN, "GET");
      expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    },
  );

  it("lets a page of a public app redeem its code, refresh, read userinfo and revoke", async () => {
    const setting = await browserApp();
    const { code, verifier } = await rig.codeOf(setting);
    const headers = { origin: ORIGIN };
    const tokens = await rig.exchange(setting, { code, code_verifier: verifier }, headers);
    expect(tokens.status).toBe(200);
    expect(tokens.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(varies(tokens.headers)).toBe(true);
    const { access_token: token = "", refresh_token = "" } = tokens.body;
    const info = await fetch(`${rig.baseUrl}/userinfo`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    expect([info.status, info.headers.get("access-control-allow-origin")]).toEqual([200, ORIGIN]);
    const client = rig.secretsOf(setting);
    const next = await rig.post("/token", { grant_type: "refresh_token", refresh_token, ...client }, headers);
    expect([next.status, next.headers.get("access-control-allow-origin")]).toEqual([200, ORIGIN]);
    const asked = await rig.post("/introspect", { token: next.body["access_token"]!, ...client }, headers);
    expect(asked.body).toMatchObject({ active: true });
    expect(asked.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    const revoked = await rig.post("/revoke", { token: next.body["refresh_token"]!, ...client }, headers);
    expect([revoked.status, revoked.headers.get("access-control-allow-origin")]).toEqual([200, ORIGIN]);
    // oidc-client-ts refuses an answer of another type than JSON, also an empty one.
    expect(revoked.headers.get("content-type")).toBeNull();
  });

  it("foreign origin: refuses its request for a public client without CORS headers, and keeps the code", async () => {
    const setting = await browserApp();
    const { code, verifier } = await rig.codeOf(setting);
    for (const origin of [FOREIGN, "null", "https://SHOP.example", "https://shop.example:8443"]) {
      const refused = await rig.exchange(setting, { code, code_verifier: verifier }, { origin });
      expect(refused.status).toBe(400);
      expect(accessHeaders(refused.headers)).toEqual([]);
    }
    expect((await rig.exchange(setting, { code, code_verifier: verifier })).status).toBe(200);
  });

  it("foreign origin: cannot read the refusal of a request without a known client", async () => {
    await browserApp();
    const forms: Record<string, string>[] = [
      {},
      { client_id: "t1_unknown" },
      { client_id: "t1_unknown", grant_type: "x" },
    ];
    for (const form of forms) {
      expect(accessHeaders((await rig.post("/token", form, { origin: FOREIGN })).headers)).toEqual([]);
      expect(accessHeaders((await rig.post("/token", form)).headers)).toEqual([]);
      // A page of an app can read why its own request was refused.
      const own = await rig.post("/token", form, { origin: ORIGIN });
      expect(own.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    }
    const expired = await fetch(`${rig.baseUrl}/userinfo`, {
      headers: { origin: ORIGIN, authorization: "Bearer unknown" },
    });
    expect([expired.status, expired.headers.get("access-control-allow-origin")]).toEqual([401, ORIGIN]);
    expect(expired.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });

  it("foreign origin: refuses the origin of another app", async () => {
    const setting = await browserApp();
    const origin = "https://other.example";
    await rig.addApp(setting.tenantId, { clientType: "public", redirectUris: [`${origin}/cb`] });
    const { code, verifier } = await rig.codeOf(setting);
    const refused = await rig.exchange(setting, { code, code_verifier: verifier }, { origin });
    expect(refused.status).toBe(400);
    expect(accessHeaders(refused.headers)).toEqual([]);
  });

  it("secret in a page: refuses a client with a secret at /token, and permits its pages to read userinfo", async () => {
    const setting = await rig.addTenant();
    const { code, verifier } = await rig.codeOf(setting);
    const refused = await rig.exchange(setting, { code, code_verifier: verifier }, { origin: ORIGIN });
    expect(refused.status).toBe(400);
    expect(accessHeaders(refused.headers)).toEqual([]);
    const { body } = await rig.exchange(setting, { code, code_verifier: verifier });
    const info = await fetch(`${rig.baseUrl}/userinfo`, {
      headers: { origin: ORIGIN, authorization: `Bearer ${body["access_token"]}` },
    });
    expect([info.status, info.headers.get("access-control-allow-origin")]).toEqual([200, ORIGIN]);
  });

  it("permits the origins of an app's list, until they are removed", async () => {
    const setting = await browserApp();
    const { appId, actor } = setting;
    const allowed = ["https://admin.shop.example", "http://localhost:5173", "https://xn--bcher-kva.example"];
    const exchange = async (origin: string) => {
      const { code, verifier } = await rig.codeOf(setting);
      return (await rig.exchange(setting, { code, code_verifier: verifier }, { origin })).status;
    };
    for (const origin of allowed) expect(await exchange(origin)).toBe(400);
    await rig.execute(actor, setAppOrigins, { appId, allowedOrigins: allowed });
    for (const origin of allowed) {
      expect(await exchange(origin)).toBe(200);
      expect((await preflight("/token", origin)).headers.get("access-control-allow-origin")).toBe(origin);
    }
    await rig.execute(actor, setAppOrigins, { appId, allowedOrigins: [] });
    for (const origin of allowed) {
      expect(await exchange(origin)).toBe(400);
      expect(accessHeaders((await preflight("/token", origin)).headers)).toEqual([]);
    }
  });

  it.each([
    ["https://UPPER.example:443/cb", "https://upper.example"],
    ["http://127.0.0.1:4000/cb", "http://127.0.0.1:4000"],
    ["http://localhost:80/cb", "http://localhost"],
    ["https://bücher.example/cb?x", "https://xn--bcher-kva.example"],
    ["http://[::1]:5173/cb", "http://[::1]:5173"],
    ["https://query.example?x=1", "https://query.example"],
  ])("derives the origin of the redirect URI %s for preflight requests", async (redirectUri, origin) => {
    await rig.addTenant({ clientType: "public", redirectUris: [redirectUri] });
    expect((await preflight("/token", origin)).headers.get("access-control-allow-origin")).toBe(origin);
  });

  it("an app with only a private-use scheme: no page is of its origin", async () => {
    await rig.addTenant({ clientType: "public", redirectUris: ["com.example.native:/cb"] });
    for (const origin of ["com.example.native:", "null", "com.example.native://"])
      expect(accessHeaders((await preflight("/token", origin)).headers)).toEqual([]);
  });

  describe("refresh tokens of browser apps", () => {
    const remaining = async (tenantId: number) => {
      const [row] = await rig.world.database.sql<{ seconds: number }[]>`
        select extract(epoch from max(expires_at) - now())::int as seconds from oidc_payloads
        where model = 'RefreshToken' and consumed_at is null and client_id like ${`t${tenantId}\\_%`}`;
      return row!.seconds;
    };
    const DAY = 86_400;

    it("stolen refresh token: lives at most a day, also through rotations", async () => {
      const setting = await browserApp();
      const { code, verifier } = await rig.codeOf(setting, {
        scope: "openid offline_access",
        prompt: "consent",
      });
      const { body } = await rig.exchange(setting, { code, code_verifier: verifier }, { origin: ORIGIN });
      expect(await remaining(setting.tenantId)).toBeLessThanOrEqual(DAY + 1);
      await rig.world.database.sql`
        update oidc_payloads set expires_at = now() + interval '10 minutes',
          payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch from now())::int + 600))
        where model = 'RefreshToken' and client_id = ${setting.app.clientId}`;
      const next = await rig.refresh(setting, body["refresh_token"]!);
      expect(next.status).toBe(200);
      expect(next.body["refresh_token"]).not.toBe(body["refresh_token"]);
      // The lifetime is rounded to seconds.
      expect(await remaining(setting.tenantId)).toBeLessThanOrEqual(601);
      // The rotated token ends the grant (RFC 9700 §4.14.2).
      await rig.passRefreshGrace(setting);
      expect((await rig.refresh(setting, body["refresh_token"]!)).status).toBe(400);
      expect((await rig.refresh(setting, next.body["refresh_token"]!)).status).toBe(400);
    });

    it("keep the lifetime of the token policy if the token is bound to a key", async () => {
      const setting = await browserApp();
      const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
      const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
      const proof = () =>
        new SignJWT({ jti: crypto.randomUUID(), htm: "POST", htu: `${rig.baseUrl}/token` })
          .setIssuedAt()
          .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: { kty: kty!, crv: crv!, x: x!, y: y! } })
          .sign(pair.privateKey);
      const { code, verifier } = await rig.codeOf(setting);
      const headers = { origin: ORIGIN, DPoP: await proof() };
      const { body } = await rig.exchange(setting, { code, code_verifier: verifier }, headers);
      expect(body["token_type"]).toBe("DPoP");
      expect(await remaining(setting.tenantId)).toBeGreaterThan(10 * DAY);
      // The stolen token is useless without the key.
      expect((await rig.refresh(setting, body["refresh_token"]!)).status).toBe(400);
    });

    it("keep the lifetime of the token policy for native and confidential apps", async () => {
      const native = { clientType: "public" as const, redirectUris: ["com.example.shop:/cb"] };
      for (const options of [native, {}]) {
        const setting = await rig.addTenant(options);
        const { code, verifier } = await rig.codeOf(setting);
        expect((await rig.exchange(setting, { code, code_verifier: verifier })).status).toBe(200);
        expect(await remaining(setting.tenantId)).toBeGreaterThan(10 * DAY);
      }
    });
  });
});
