import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "@/server/testing/server";

/*
 * Attacks through fields for web addresses. The server refuses an address that two parsers can interpret differently. The
 * server never shortens an address silently.
 */

describe("an attack by an address that is read in two ways", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()), 120_000);
  afterAll(() => server.close());

  const as = (method: string, path: string, body?: unknown) =>
    server.call<Record<string, unknown>>(server.seed.tenants[0].credential, method, `/api/v1${path}`, body);

  /** Addresses whose host depends on the parser. */
  const hostless = [
    "https:///cb",
    "https:///x",
    "https:////evil.example/",
    "https:/evil.example/",
    "https:evil.example",
    "https://",
    "https://?x",
    "https://#x",
    "https://:443/",
    "https://@/x",
    "//evil.example/",
    "/cb",
    "cb",
    "",
  ];
  const twoWays = [
    "https://good.example\\@evil.example/",
    "https://good.example@evil.example/",
    "https://@evil.example/",
    "https://user:pw@evil.example/",
    "https:\\\\evil.example/",
    "https://evil.example/\u0000x",
    "https://evil.example/a b",
    "https://evil.example/\tx",
    "https://ev\nil.example/",
    " https://evil.example/",
    'https://evil".example/',
    "https://evil..example/",
    "https://evil.example<x>/",
    "https://-evil.example/",
    "https://exa mple.org/",
    "https://%zz.example/",
    "https://a%2fb.example/",
    "https://[::1/",
  ];
  /** Schemes that are unsuitable for an app's address and for a web page. */
  const foreign = [
    "ftp://bad",
    "ftp://bad.example/cb",
    "file:///etc/passwd",
    "ws://x.example/",
    "wss://x.example/cb",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://x.example/1",
    "about:blank",
    "view-source:https://x.example/",
    "mailto:a@x.example",
    "tel:+49",
    "sms:+49",
    "ldap://x.example/",
    "gopher://x.example/",
    "filesystem:https://x.example/t/x",
    "intent://x#Intent;end",
    "ssh://x.example",
    "telnet://x.example",
    "jar:https://x.example!/",
    "tftp://x",
  ];

  it.each([...hostless, ...twoWays, ...foreign])("%j is not a redirect URI", async (uri) => {
    const answer = await as("POST", "/apps", { name: "Shop", redirectUris: [uri] });
    expect([answer.status, uri]).toEqual([400, uri]);
    expect(answer.body["error_description"]).toMatch(/^redirectUris/);
  });

  it.each([
    "https://x.example/cb",
    "https://x.example:8443/cb?a=b&c=%22",
    "http://localhost:3000/cb",
    "http://127.0.0.1/cb",
    "http://[::1]:5000/cb",
    "com.example.app:/cb",
    "com.example.app://cb",
    "myapp://callback",
    "x-shop:/cb",
    "https://bücher.example/cb",
    "https://x_y.example/cb",
    "https://x.example./cb",
    "https://x.example",
  ])("%j is a redirect URI and is returned unchanged", async (uri) => {
    const answer = await as("POST", "/apps", { name: `Shop ${uri}`.slice(0, 60), redirectUris: [uri] });
    expect([answer.status, uri, answer.body["error_description"]]).toEqual([201, uri, undefined]);
    const app = await as("GET", `/apps/${String(answer.body["appId"])}`);
    expect(app.body["redirectUri"]).toBe(uri);
  });

  it.each([...hostless, ...twoWays, ...foreign])("%j is not an address of a webhook", async (url) => {
    const answer = await as("POST", "/webhooks", { url, events: "*", enabled: false });
    // The server removes white space around an address.
    if (url.trim() !== url && answer.status === 201) return expect(answer.body["url"]).toBe(url.trim());
    expect([answer.status, url]).toEqual([400, url]);
    expect(answer.body["error_description"]).toContain("url");
  });

  it.each([
    "https://[::127.0.0.1]/",
    "https://[::7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
  ])("%s is not an address of a webhook", async (url) => {
    const answer = await as("POST", "/webhooks", { url, events: "*", enabled: false });
    expect(answer).toMatchObject({
      status: 400,
      body: { error_description: "url: must not lead to a private address." },
    });
  });

  it.each([...hostless, ...twoWays, ...foreign])("%j is not an address of a page or logo", async (url) => {
    for (const field of ["brandLogoUrl", "termsUrl", "privacyUrl"]) {
      const answer = await as("PATCH", "/tenant-config", { [field]: url });
      expect([answer.status, field, url]).toEqual([400, field, url]);
      expect(answer.body["error_description"]).toContain(field);
    }
  });

  it("URLs of the branding contain no character that ends an attribute, and are otherwise unchanged", async () => {
    const hostile = `https://x.example/"><script>alert(1)</script>?q="\`{x}|^`;
    const answer = await as("PATCH", "/tenant-config", { termsUrl: hostile, brandLogoUrl: `${hostile}#">` });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const escaped = "https://x.example/%22%3E%3Cscript%3Ealert(1)%3C/script%3E?q=%22%60%7Bx%7D%7C%5E";
    expect(answer.body).toMatchObject({ termsUrl: escaped, brandLogoUrl: `${escaped}#%22%3E` });
    expect((await as("GET", "/tenant-config")).body).toMatchObject({ termsUrl: escaped });
    for (const kept of [
      "https://x.example",
      "https://X.example/A?b=c&d=%20#e",
      "http://x.example/it's(here)",
      "https://bücher.example/ä",
    ])
      expect((await as("PATCH", "/tenant-config", { termsUrl: kept })).body).toMatchObject({
        termsUrl: kept,
      });
  });

  it.each([
    "example.org/path",
    "example.org?query",
    "example.org#fragment",
    "example.org:443",
    "a@example.org",
    "https://example.org",
    "example.org/",
    "example.org\\x",
    "exa%6dple.org",
    "example.org\u0000",
    "[::1]",
    "example.org/../evil.example",
    "evil.example/.example.org",
    "example.org\tx",
    "exam ple.org",
    "10.0.0.1",
  ])("%j is not a domain and is not shortened to one", async (domain) => {
    const answer = await as("POST", "/domains", { domain });
    expect([answer.status, domain]).toEqual([400, domain]);
    expect(answer.body["error_description"]).toContain("domain");
  });
  it("a domain is accepted with a final dot, capitals or letters of any script", async () => {
    for (const [domain, kept] of [
      ["Login.Acme-Shop.example.", "login.acme-shop.example"],
      ["bücher.example", "xn--bcher-kva.example"],
    ])
      expect(await as("POST", "/domains", { domain })).toMatchObject({
        status: 201,
        body: { customDomain: kept },
      });
  });
});
