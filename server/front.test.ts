import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFront } from "./front";
import { startTestServer, type TestServer } from "./testing/server";

/*
 * What every answer of a whole server carries, with a page of Next's stood for by one that tells what it was asked. What Next
 * makes of it is looked at in a browser (e2e/headers.e2e.ts).
 */

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a target as it stands; fetch would put it in order first. */
const send = (url: string, target: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    httpRequest({ hostname, port, path: target, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          text: Buffer.concat(parts).toString(),
        }),
      );
    })
      .on("error", reject)
      .end();
  });

const interfaces = [
  ["GET", "/healthz"],
  ["GET", "/readyz"],
  ["GET", "/api/v1/users"],
  ["GET", "/api/v1/openapi.json"],
  ["GET", "/api/v1/nothing"],
  ["GET", "/scim/v2/acme/Users"],
  ["GET", "/scim/v2/acme/ServiceProviderConfig"],
  ["POST", "/api/render/pdf"],
  ["GET", "/api/trpc/roles.list"],
  ["POST", "/api/trpc/roles.create"],
  ["GET", "/api/auth/csrf"],
  ["GET", "/api/auth/session"],
  ["GET", "/api/auth/callback/credentials"],
  ["POST", "/api/auth/unknown"],
  ["POST", "/token"],
  ["POST", "/introspect"],
  ["POST", "/revoke"],
  ["GET", "/jwks"],
  ["GET", "/authorize"],
  ["GET", "/userinfo"],
  ["GET", "/end_session"],
  ["POST", "/par"],
  ["POST", "/device_authorization"],
  ["GET", "/device"],
  ["GET", "/.well-known/openid-configuration"],
  ["GET", "/.well-known/oauth-authorization-server"],
  ["POST", "/hosted/language"],
  ["GET", "/hosted/fonts/inter.woff2"],
  ["POST", "/sign-in/sign-in"],
  ["POST", "/interaction/abc/sign-in"],
  ["POST", "/recover/acme/ask"],
  ["POST", "/verify/acme/confirm"],
  ["POST", "/join/acme/accept"],
  ["POST", "/act-as/step/begin"],
  ["GET", "/federation/acme/saml/1/metadata"],
] as const;

const pages = [
  "/",
  "/sign-in",
  "/recover",
  "/recover/acme",
  "/verify/acme",
  "/join/acme",
  "/interaction/abc",
  "/account/acme/security",
  "/act-as/1",
  "/act-as/link/1.x",
  "/acme/users",
  "/platform/tenants",
  "/docs/api",
  "/no/such/page",
  "/fails",
];

describe.each(["http", "https"] as const)("a server whose address is %s", (scheme) => {
  let own: TestServer;
  let front: Server;
  let url: string;
  /** What a page of Next's was asked with. */
  let told: IncomingHttpHeaders = {};
  const baseUrl = () => `${scheme}://id.example`;
  beforeAll(async () => {
    own = await startTestServer("pglite", scheme === "https" ? { environment: { BASE_URL: baseUrl() } } : {});
    front = createServer(
      createFront({
        http: own.container.http,
        log: pino({ level: "silent" }),
        auth: {
          sites: {
            ...own.container.auth.sites,
            of: (host) =>
              host === "login.acme.example"
                ? Promise.resolve({
                    baseUrl: `${scheme}://login.acme.example`,
                    tenant: { tenantId: own.seed.tenants[0].tenantId, slug: "acme" },
                  })
                : null,
          },
        },
        config: { BASE_URL: baseUrl(), TRUSTED_PROXIES: 0, production: true },
        compressed: () => false,
        pages: async ({ headers, url: target }, response) => {
          told = headers;
          if (target?.startsWith("/fails")) throw new Error("this page fails");
          if (target?.startsWith("/_next/static/")) {
            response.setHeader("cache-control", "public, max-age=31536000, immutable");
            response.setHeader("content-type", "application/javascript");
            return void response.end("1");
          }
          if (target?.startsWith("/download"))
            return void response
              .writeHead(200, { "content-type": "text/csv", "set-cookie": "a=b" })
              .end("a,b");
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.setHeader("cache-control", "private, max-age=60");
          response.statusCode = target?.startsWith("/no/") ? 404 : 200;
          await Promise.resolve();
          response.write("<!doctype html>");
          response.end("<p>page");
        },
      }),
    );
    await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  }, 120_000);
  afterAll(async () => {
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
    await own.close();
  });

  const transport = () => (scheme === "https" ? "max-age=31536000; includeSubDomains" : undefined);

  it.each(interfaces)(
    "clickjacking, sniffing, caching: %s %s carries the headers of its kind",
    async (method, path) => {
      const { headers } = await send(url, path, {}, method);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["strict-transport-security"]).toBe(transport());
      const policy = headers["content-security-policy"]!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toContain("unsafe-eval");
      if (!/jwks|well-known|openapi|fonts/.test(path)) expect(headers["cache-control"]).toMatch(/no-store/);
    },
  );

  it.each(pages)(
    "clickjacking, script injection, caching: the page %s carries the headers of its kind",
    async (path) => {
      const { headers } = await send(url, path);
      const isPage = headers["content-type"]!.startsWith("text/html");
      expect(isPage).toBe(path !== "/fails");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["strict-transport-security"]).toBe(transport());
      expect(headers["cache-control"]).toBe("no-store");
      const policy = new Map(
        headers["content-security-policy"]!.split("; ").map((one) => [
          one.split(" ")[0]!,
          one.slice(one.indexOf(" ") + 1),
        ]),
      );
      expect(policy.get("default-src")).toBe("'none'");
      expect(policy.get("frame-ancestors")).toBe("'none'");
      expect(policy.get("base-uri")).toBe("'none'");
      if (!isPage) return;
      expect(headers["referrer-policy"]).toBe("same-origin");
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(headers["permissions-policy"]).toContain("camera=()");
      expect(policy.get("object-src")).toBe("'none'");
      expect(policy.get("script-src")).toMatch(/^'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'$/);
      expect(policy.get("style-src")).toMatch(/^'self' 'nonce-[A-Za-z0-9+/]{22}=='$/);
      // Chromium would end a sign-in whose last redirect leads to the app.
      expect(policy.get("form-action")).toBe(path.startsWith("/interaction/") ? undefined : "'self'");
      // Next finds the nonce in the request's policy, and pages in a header of ours.
      expect(told["content-security-policy"]).toBe(headers["content-security-policy"]);
      expect(policy.get("script-src")).toContain(`'nonce-${String(told["x-castellan-nonce"])}'`);
    },
  );

  it("script injection: each answer has a nonce of its own", async () => {
    const nonces = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await send(url, "/sign-in")).headers["content-security-policy"],
      ),
    );
    expect(new Set(nonces).size).toBe(20);
  });

  it("framework headers from outside: no request says its own nonce, policy, address, path or middleware", async () => {
    const forged = {
      "x-castellan-nonce": "forged",
      "x-castellan-address": "192.0.2.66",
      "x-castellan-path": "/forged",
      "x-castellan-domain": "forged.example",
      "content-security-policy": "script-src 'nonce-forged'",
      "content-security-policy-report-only": "script-src 'nonce-forged'",
      "x-nonce": "forged",
      "x-middleware-subrequest": "middleware:middleware:middleware",
      "x-middleware-override-headers": "forged",
      "x-middleware-rewrite": "/forged",
      "x-invoke-path": "/forged",
      "x-matched-path": "/forged",
      "x-prerender-revalidate": "forged",
      "x-nextjs-data": "forged",
      "x-forwarded-host": "forged.example",
      "x-forwarded-proto": "forged",
      "x-forwarded-for": "192.0.2.66",
      forwarded: "host=forged.example",
    };
    const { headers } = await send(url, "/sign-in?a=b", forged);
    expect(JSON.stringify(headers)).not.toContain("forged");
    expect(JSON.stringify(told)).not.toMatch(/forged|192\.0\.2\.66|middleware/);
    expect(told["x-castellan-path"]).toBe("/sign-in?a=b");
    expect(told["x-castellan-domain"]).toBeUndefined();
    // What the console says of its pages is not ours alone to say.
    await send(url, "/acme", { "x-castellan-tenant": "acme" });
    expect(told["x-castellan-tenant"]).toBe("acme");
  });

  it("server-side request forgery by Host: Next is told the configured address, whatever a client says", async () => {
    for (const host of ["evil.example", "169.254.169.254", "id.example.evil.example", "evil.example:80"]) {
      await send(url, "/account/acme", { host, "x-forwarded-host": host, origin: `http://${host}` });
      expect([told.host, told["x-forwarded-host"], told["x-forwarded-proto"]]).toEqual([
        "id.example",
        "id.example",
        scheme,
      ]);
    }
    await send(url, "/account/acme", { host: "login.acme.example" });
    expect(told.host).toBe("login.acme.example");
  });

  it("encoded paths: another spelling of a path is 404 on every prefix, and reaches nothing", async () => {
    const prefixes = [
      "/api/v1/users",
      "/scim/v2/acme/Users",
      "/api/trpc/roles.list",
      "/token",
      "/jwks",
      "/acme/users",
      "/platform/tenants",
    ];
    for (const path of prefixes) {
      const [, first, ...rest] = path.split("/");
      for (const target of [
        `/${path}`,
        `/${first}//${rest.join("/")}`,
        `${path}//x`,
        `/${first}/%2e/${rest.join("/")}`,
        `/x/..${path}`,
        `/x/%2e%2e${path}`,
        `/%${first!.charCodeAt(0).toString(16)}${path.slice(2)}`,
        path.replace(/(?<=.)\/|$/, "%2f"),
        path.replace(/(?<=.)\/|$/, "%5C"),
        path.replace(/(?<=.)\/|$/, "\\"),
      ]) {
        told = {};
        const { status, headers } = await send(url, target);
        expect([target, status, headers["x-content-type-options"]]).toEqual([target, 404, "nosniff"]);
        expect(told).toEqual({});
      }
    }
    // In another case it is another path: the interfaces do not answer it.
    for (const path of ["/API/v1/users", "/Scim/v2/acme/Users", "/API/trpc/roles.list", "/TOKEN"]) {
      const { text } = await send(url, path);
      expect(text).toContain("<p>page");
    }
  });

  it.each([
    "/%",
    "/%ff",
    "/%f",
    "/%c0%ae",
    "/api/v1/%ff",
    "/api/trpc/%ff",
    "/scim/v2/%",
    "/token/%ff",
    "/acme/%zz",
    "/api/auth/%",
  ])("malformed encoding: %s is 400 with the headers of every answer", async (target) => {
    const { status, headers } = await send(url, target);
    expect(status).toBe(400);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("cached sessions: what sets a cookie says no-store, also a download; files stay public", async () => {
    const { headers: download } = await send(url, "/download");
    expect(download["cache-control"]).toBe("no-store");
    expect(download["content-security-policy"]).toContain("default-src 'none'");
    const { headers: file } = await send(url, "/_next/static/chunks/a.js");
    expect(file["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(file["x-content-type-options"]).toBe("nosniff");
    // A worker would be held to it.
    expect(file["content-security-policy"]).toBeUndefined();
  });

  it("an organization's domain carries the headers, too, and covers no subdomains of it", async () => {
    const { headers, status } = await send(url, "/account/acme", { host: "login.acme.example" });
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["strict-transport-security"]).toBe(scheme === "https" ? "max-age=31536000" : undefined);
    for (const path of ["/acme/users", "/platform", "/sign-in", "/account%2facme", "/"]) {
      const other = await send(url, path, { host: "login.acme.example" });
      expect(other.headers["x-content-type-options"], path).toBe("nosniff");
      expect(other.headers["cache-control"], path).toBe("no-store");
      expect([302, 404], path).toContain(other.status);
    }
  });
});
