import * as client from "openid-client";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import {
  REDIRECT_URI,
  hostedDomain,
  json,
  secrets,
  type RegisteredApp,
} from "@/server/testing/hosted-domain";

describe.each(databaseKinds)("an organization's own domain, on %s", (kind) => {
  const { scene, send, form, signIn } = hostedDomain(kind);
  let server: TestServer;
  let domain: string;
  let shop: RegisteredApp;
  let foreign: RegisteredApp;
  beforeAll(() => void ({ server, domain, shop, foreign } = scene()));

  it("is an issuer with all its endpoints", async () => {
    const at = (base: string) => json(send(`${base}/.well-known/openid-configuration`));
    const [own, custom, unknown] = await Promise.all([
      at(server.url),
      at(domain),
      at(domain.replace("login", "other")),
    ]);
    expect(own["issuer"]).toBe(server.url);
    expect(unknown).toEqual(own);
    expect(JSON.stringify(custom)).not.toContain(server.url);
    expect(custom).toEqual(JSON.parse(JSON.stringify(own).replaceAll(server.url, domain)));
    expect(await json(send(`${domain}/jwks`))).toEqual(await json(send(`${server.url}/jwks`)));
  });

  it("signs its people in, and its tokens are valid there and nowhere else", async () => {
    const { tokens, config, page, visited, cookies } = await signIn(domain);
    expect(page.searchParams.get("iss")).toBe(domain);
    expect(new Set(visited)).toEqual(new Set([domain]));
    expect(cookies.length).toBeGreaterThan(0);
    // A cookie without the Domain attribute belongs to this host only (RFC 6265 §5.3).
    expect(cookies.filter((cookie) => /;\s*domain=/i.test(cookie))).toEqual([]);
    expect(tokens.claims()).toMatchObject({ iss: domain, tid: server.seed.tenants[0].tenantId });
    expect(await client.fetchUserInfo(config, tokens.access_token, tokens.claims()!.sub)).toMatchObject({
      email: server.seed.fixtures.plainUser.email,
    });

    const bearer = { headers: { authorization: `Bearer ${tokens.access_token}` } };
    expect((await send(`${server.url}/userinfo`, bearer)).status).toBe(401);
    const asked = { ...secrets(shop), token: tokens.access_token };
    expect(await json(form(domain, "/introspect", asked))).toMatchObject({ active: true, iss: domain });
    expect(await json(form(server.url, "/introspect", asked))).toEqual({ active: false });
    const refresh = { ...secrets(shop), grant_type: "refresh_token", refresh_token: tokens.refresh_token! };
    expect(await json(form(server.url, "/token", refresh))).toMatchObject({ error: "invalid_grant" });
    expect(await json(form(domain, "/token", refresh))).toHaveProperty("access_token");
  });

  it("refuses the tokens of the installation's own host", async () => {
    const { tokens, cookies } = await signIn(server.url);
    const bearer = { headers: { authorization: `Bearer ${tokens.access_token}` } };
    expect((await send(`${server.url}/userinfo`, bearer)).status).toBe(200);
    expect((await send(`${domain}/userinfo`, bearer)).status).toBe(401);
    // The other host also refuses a session cookie that is copied to it.
    const newest = new Map(cookies.map((cookie) => cookie.split(";")[0]!.split("=", 2) as [string, string]));
    const jar = [...newest].flatMap(([name, value]) => (value ? `${name}=${value}` : [])).join("; ");
    const query = new URLSearchParams({
      client_id: shop.clientId,
      response_type: "code",
      redirect_uri: REDIRECT_URI,
      scope: "openid",
      prompt: "none",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
    });
    const silently = async (at: string) =>
      (await send(`${at}/authorize?${query}`, { headers: { cookie: jar } })).headers.get("location");
    expect(await silently(server.url)).toContain("code=");
    expect(await silently(domain)).toContain("error=login_required");
  });

  it("sends an app the end of a session under the issuer that the app uses", async () => {
    await signIn(domain);
    const [notice] = await server.database.sql<{ subject: string; sid: string; issuer: string }[]>`
      select subject, sid, issuer from logout_notices where issuer is not null order by id desc limit 1`;
    const told = async (issuer: string | null) =>
      decodeJwt(
        await server.container.auth.logoutToken({
          ...notice!,
          clientId: shop.clientId,
          algorithm: "RS256",
          issuer,
        }),
      ).iss;
    expect(await told(notice!.issuer)).toBe(domain);
    expect(await told(null)).toBe(server.url);
  });

  it("serves the apps of its organization only", async () => {
    const code = { grant_type: "authorization_code", code: "x", redirect_uri: REDIRECT_URI };
    const refused = await form(domain, "/token", { ...secrets(foreign), ...code });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: "invalid_client" });
    const query = new URLSearchParams({
      client_id: foreign.clientId,
      response_type: "code",
      redirect_uri: REDIRECT_URI,
    });
    const page = await send(`${domain}/authorize?${query}`);
    expect([page.status, page.headers.get("location")]).toEqual([400, null]);
    expect(await page.text()).toContain("There is no such app");
    // The custom domain also refuses the platform's own client.
    const platform = server.seed.platform.credential;
    const asPlatform = { ...platform, appId: 0 };
    expect(
      await json(form(domain, "/token", { ...secrets(asPlatform), grant_type: "client_credentials" })),
    ).toMatchObject({ error: "invalid_client" });
  });

  it("issues no tokens for the management interface, and does not serve it", async () => {
    const machine = { ...server.seed.tenants[0].credential, appId: 0 };
    const asked = { ...secrets(machine), grant_type: "client_credentials" };
    expect(await json(form(domain, "/token", asked))).toMatchObject({ error: "unauthorized_client" });
    const token = (await json(form(server.url, "/token", asked)))["access_token"] as string;
    const authorization = { authorization: `Bearer ${token}` };
    expect((await send(`${server.url}/api/v1/users`, { headers: authorization })).status).toBe(200);
    for (const path of [
      "/api/v1/users",
      "/api/v1/openapi.json",
      "/scim/v2/acme/Users",
      "/api/trpc/users.list",
    ])
      expect([path, (await send(domain + path, { headers: authorization })).status]).toEqual([path, 404]);
    for (const path of ["/federation/acme/oidc/1/callback", "/nothing"])
      expect([path, (await send(domain + path)).status]).toEqual([path, 404]);
    // The server answers probes for every host name.
    expect((await send(`${domain}/healthz`)).status).toBe(200);
    for (const path of ["/sign-in/sign-in", "/act-as/step/begin", "/api/render/pdf", "/recover/-/ask"])
      expect([path, (await form(domain, path, { email: "x@acme.example" })).status]).toEqual([path, 404]);
  });
});
