import * as client from "openid-client";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createBrowser, type AppAccess } from "@/server/seed/browser";
import { setAppProtocol } from "@/server/domain/apps/console";
import { removeCustomDomain } from "@/server/domain/domains/domains";
import { shownName } from "@/server/domain/tenant-config/tenant-config.schema";
import { sendTo } from "@/server/testing/hosts";
import { tenantActor } from "@/server/testing/operations";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { isDomainPage } from "./app";
import { requestedHost } from "./facts";

const DOMAIN = "login.acme.example";
const REDIRECT_URI = "https://shop.example/cb";

interface RegisteredApp {
  appId: number;
  clientId: string;
  clientSecret: string;
}

describe.each(databaseKinds)("an organization's own domain, on %s", (kind) => {
  let server: TestServer;
  let domain: string;
  let send: ReturnType<typeof sendTo>;
  let shop: RegisteredApp;
  let foreign: RegisteredApp;

  beforeAll(async () => {
    server = await startTestServer(kind, { environment: { TRUSTED_PROXIES: "1" } });
    domain = `http://${DOMAIN}:${new URL(server.url).port}`;
    send = sendTo(server.url);
    await verify(0, DOMAIN);
    const register = async (tenant: 0 | 1) => {
      const made = await server.call<RegisteredApp>(
        server.seed.tenants[tenant].credential,
        "POST",
        "/api/v1/apps",
        { name: "Shop", redirectUris: [REDIRECT_URI] },
      );
      expect(made.status).toBe(201);
      return made.body;
    };
    shop = await register(0);
    foreign = await register(1);
    await server.container.execute(tenantActor(server.seed.tenants[0].tenantId), setAppProtocol, {
      appId: shop.appId,
      requirePushedRequests: false,
      requireDpop: false,
      backchannelLogoutUri: "https://shop.example/out",
      apiAudience: "https://api.shop.example",
    });
  }, 120_000);
  afterAll(() => server.close());

  /** Sets the domain as verified (custom-domain.test.ts tests the verification). */
  const verify = (tenant: 0 | 1, name: string) =>
    server.container.stores
      .tenant(server.seed.tenants[tenant].tenantId)
      .write((tx) =>
        tx.customDomains.put({ domain: name, verifyToken: "t", verifiedAt: new Date(), verifiedKey: name }),
      );

  const json = async (answer: Response | Promise<Response>) =>
    (await (await answer).json()) as Record<string, unknown>;
  const form = (at: string, path: string, fields: Record<string, string>) =>
    send(`${at}${path}`, { method: "POST", body: new URLSearchParams(fields) });
  const secrets = ({ clientId, clientSecret }: RegisteredApp) => ({
    client_id: clientId,
    client_secret: clientSecret,
  });
  const appOf = ({ clientId, clientSecret }: RegisteredApp): AppAccess => ({
    clientId,
    clientSecret,
    redirectUri: REDIRECT_URI,
  });

  /** Signs in at this host through its pages, and exchanges the code there, with a public client library. */
  async function signIn(at: string, parameters: Record<string, string> = {}) {
    const config = await client.discovery(
      new URL(at),
      shop.clientId,
      undefined,
      client.ClientSecretPost(shop.clientSecret),
      { execute: [client.allowInsecureRequests], [client.customFetch]: send as client.CustomFetch },
    );
    const cookies: string[] = [];
    const browser = createBrowser(at, async (request) => {
      const answer = await send(request);
      cookies.push(...answer.headers.getSetCookie());
      return answer;
    });
    const { verifier, ...start } = await browser.authorize(appOf(shop), parameters);
    let page = start.at;
    const visited: string[] = [];
    for (const step of ["sign-in", "consent"]) {
      if (!new URL(page).pathname.startsWith("/interaction/")) break;
      visited.push(new URL(page).origin);
      const answer = await browser.submit(page, step, server.seed.fixtures.plainUser);
      page = (await browser.follow(answer, appOf(shop))).at;
    }
    const tokens = await client.authorizationCodeGrant(config, new URL(page), {
      pkceCodeVerifier: verifier,
      expectedState: "the-state",
    });
    return { config, tokens, page: new URL(page), visited, cookies };
  }

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
    // A cookie without the attribute belongs to this host only (RFC 6265 §5.3).
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
    // Refuses a copied session cookie, too.
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
      decodeJwt(await server.container.auth.logoutToken({ ...notice!, clientId: shop.clientId, issuer })).iss;
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
    // Refuses the platform's own client, too.
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
    // Probes are answered for every host name.
    expect((await send(`${domain}/healthz`)).status).toBe(200);
    for (const path of ["/sign-in/sign-in", "/act-as/step/begin", "/api/render/pdf", "/recover/-/ask"])
      expect([path, (await form(domain, path, { email: "x@acme.example" })).status]).toEqual([path, 404]);
  });

  it("sends links to itself to its own people", async () => {
    const { slug } = server.seed.tenants[0];
    const { email } = server.seed.fixtures.plainUser;
    const asked = await form(domain, `/recover/${slug}/ask`, { email });
    expect(asked.headers.get("location")).toBe(`${domain}/recover/${slug}?sent=1`);
    await server.container.auth.settled();
    const [message] = await server.database.sql<{ data_sealed: string }[]>`
      select data_sealed from messages where recipient = ${email} order by id desc limit 1`;
    const { url } = JSON.parse(server.container.ports.vault.decrypt(message!.data_sealed)) as { url: string };
    expect(url).toContain(`${domain}/recover/${slug}?token=`);
    const { slug: another } = server.seed.tenants[1];
    expect((await form(domain, `/recover/${another}/ask`, { email })).status).toBe(404);
    const hosted = server.container.auth.hostedAt((await server.container.auth.sites.of(DOMAIN))!);
    expect(await hosted.emailLinks.recover(another, null)).toBeNull();
    const facts = { ip: null, requestId: null };
    expect(await hosted.account.visit(another, null, facts)).toEqual({ state: "unknown" });
    expect(await hosted.account.visit(slug, null, facts)).toMatchObject({ state: "signed_out" });
  });

  it("shows its organization's branding also without a known app", async () => {
    const { tenantId } = server.seed.tenants[0];
    const look = await server.container.auth.appearance(tenantId);
    const page = async (at: string) => (await send(`${at}/device`)).text();
    expect(await page(domain)).toContain(shownName(look));
    expect(await page(server.url)).not.toContain(shownName(look));
  });

  it("serves the files of its pages: their font and the choice of their language", async () => {
    const font = await send(`${domain}/hosted/fonts/inter-latin.woff2`);
    expect([font.status, font.headers.get("content-type")]).toEqual([200, "font/woff2"]);
    const choose = (origin: string) =>
      send(`${domain}/hosted/language`, {
        method: "POST",
        body: new URLSearchParams({ locale: "de", back: "/device?user_code=BBBB-CCCC" }),
        headers: { origin },
      });
    const answer = await choose(domain);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/device?user_code=BBBB-CCCC"]);
    expect((await choose(server.url)).status).toBe(403);
  });

  it("accepts forms from its own pages only", async () => {
    const { slug } = server.seed.tenants[0];
    const from = async (origin: string) =>
      (
        await send(`${domain}/recover/${slug}/ask`, {
          method: "POST",
          body: new URLSearchParams({ email: "nobody@acme.example" }),
          headers: { origin },
        })
      ).status;
    expect(await from(domain)).toBe(303);
    expect(await from("https://evil.example")).toBe(403);
    expect(await from(server.url)).toBe(403);
  });

  it("is recognized by the host name that a trusted proxy reports", async () => {
    const issuerFor = async (forwarded: string) => {
      const proxied = sendTo(server.url, { "x-forwarded-host": forwarded });
      return (await json(proxied(`${server.url}/.well-known/openid-configuration`)))["issuer"];
    };
    expect(await issuerFor(DOMAIN)).toBe(domain);
    expect(await issuerFor(`other.example, ${DOMAIN}`)).toBe(domain);
    expect(await issuerFor(`${DOMAIN}, other.example`)).toBe(server.url);
  });

  it("is not served after its removal or its transfer to another organization", async () => {
    const administrator = tenantActor(server.seed.tenants[0].tenantId);
    const { tokens } = await signIn(domain);
    const introspected = () =>
      json(form(domain, "/introspect", { ...secrets(shop), token: tokens.access_token }));
    expect(await introspected()).toMatchObject({ active: true });
    await server.container.execute(administrator, removeCustomDomain, {});
    const issuer = async () => (await json(send(`${domain}/.well-known/openid-configuration`)))["issuer"];
    await vi.waitFor(async () => expect(await issuer()).toBe(server.url), { timeout: 5_000 });
    expect(await introspected()).toEqual({ active: false });
    await verify(1, DOMAIN);
    await vi.waitFor(async () => expect(await issuer()).toBe(domain), { timeout: 5_000 });
    expect(await introspected()).toMatchObject({ error: "invalid_client" });
  });
});

describe("the requested host", () => {
  it("is the one that the operator's proxies report; without proxies, X-Forwarded-Host is ignored", () => {
    expect(requestedHost("a.example", "b.example", 0)).toBe("a.example");
    expect(requestedHost("a.example", "b.example", 1)).toBe("b.example");
    expect(requestedHost("a.example", undefined, 1)).toBe("a.example");
    expect(requestedHost("a.example", "claimed.example, b.example", 1)).toBe("b.example");
    expect(requestedHost("a.example", "claimed.example, b.example, inner", 2)).toBe("b.example");
    expect(requestedHost("a.example", "b.example", 2)).toBe("b.example");
    expect(requestedHost(undefined, undefined, 0)).toBeNull();
  });
});

describe("the pages of a custom domain", () => {
  it("are the pages of the organization's users and none of the console", () => {
    for (const path of [
      "/account/acme",
      "/account/acme/security",
      "/interaction/x",
      "/join/acme",
      "/_next/a.js",
    ])
      expect([path, isDomainPage(path)]).toEqual([path, true]);
    for (const path of [
      "/acme",
      "/acme/users",
      "/platform/tenants",
      "/sign-in",
      "/recover",
      "/act-as/1",
      "/docs/api",
      // Paths that Next would read as another page.
      "/account/../sign-in",
      "/account/%2e%2e/platform/tenants",
      "/_next/..\\acme\\users",
      "/account/acme/../../docs/api",
    ])
      expect([path, isDomainPage(path)]).toEqual([path, false]);
  });
});
