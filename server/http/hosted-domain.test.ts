import { beforeAll, describe, expect, it, vi } from "vitest";
import { removeCustomDomain } from "@/server/domain/domains/domains";
import { shownName } from "@/server/domain/tenant-config/tenant-config.schema";
import { sendTo } from "@/server/testing/hosts";
import { tenantActor } from "@/server/testing/operations";
import { type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { isDomainPage } from "./app";
import { requestedHost } from "./facts";
import { DOMAIN, hostedDomain, json, secrets, type RegisteredApp } from "@/server/testing/hosted-domain";

describe.each(databaseKinds)("an organization's own domain, on %s", (kind) => {
  const { scene, send, form, signIn, verify } = hostedDomain(kind);
  let server: TestServer;
  let domain: string;
  let shop: RegisteredApp;
  beforeAll(() => void ({ server, domain, shop } = scene()));

  it("mails its own users links that lead to this domain", async () => {
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
    await vi.waitFor(async () => expect(await issuer()).toBe(server.url), { timeout: 15_000 });
    expect(await introspected()).toEqual({ active: false });
    await verify(1, DOMAIN);
    await vi.waitFor(async () => expect(await issuer()).toBe(domain), { timeout: 15_000 });
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
      // Paths that Next would normalize to another page.
      "/account/../sign-in",
      "/account/%2e%2e/platform/tenants",
      "/_next/..\\acme\\users",
      "/account/acme/../../docs/api",
    ])
      expect([path, isDomainPage(path)]).toEqual([path, false]);
  });
});
