import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFront, type TestFront } from "../testing/front";

/*
 * Headers of every answer of a whole server. A stand-in for Next reports the headers of its requests. e2e/headers.e2e.ts tests
 * the pages of Next in a browser.
 */

const interfaces = [
  ["GET", "/healthz"],
  ["GET", "/readyz"],
  ["GET", "/docs/api/console"],
  ["GET", "/acme/audit/download"],
  ["POST", "/account/acme/data/download"],
  ["POST", "/account/acme"],
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
  let front: TestFront;
  beforeAll(async () => void (front = await startFront(scheme)), 120_000);
  afterAll(() => front.close());

  const transport = () => (scheme === "https" ? "max-age=31536000; includeSubDomains" : undefined);

  it.each(interfaces)(
    "clickjacking, sniffing, caching: %s %s carries the headers of its kind",
    async (method, path) => {
      const { headers } = await front.send(path, {}, method);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["strict-transport-security"]).toBe(transport());
      const policy = headers["content-security-policy"]!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toContain("unsafe-eval");
      if (!/jwks|well-known|openapi|fonts|docs/.test(path))
        expect(headers["cache-control"]).toMatch(/no-store/);
    },
  );

  it.each(pages)(
    "clickjacking, script injection, caching: the page %s carries the headers of its kind",
    async (path) => {
      const { headers } = await front.send(path);
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
      // With form-action, Chromium would block a sign-in whose last redirect leads to the app.
      expect(policy.get("form-action")).toBe(path.startsWith("/interaction/") ? undefined : "'self'");
      // Next reads the nonce from the policy in the request. Pages read it from the header.
      expect(front.state.told["content-security-policy"]).toBe(headers["content-security-policy"]);
      expect(policy.get("script-src")).toContain(`'nonce-${String(front.state.told["x-castellan-nonce"])}'`);
    },
  );

  it("script injection: each answer has its own nonce", async () => {
    const nonces = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await front.send("/sign-in")).headers["content-security-policy"],
      ),
    );
    expect(new Set(nonces).size).toBe(20);
  });

  it("framework headers from outside: a request cannot set its nonce, policy, address, path or middleware", async () => {
    const forged = {
      "x-castellan-nonce": "forged",
      "x-castellan-address": "192.0.2.66",
      "x-castellan-path": "/forged",
      "x-castellan-domain": "forged.example",
      "x-castellan-result": "forged",
      "x-action-forwarded": "forged",
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
    const { headers } = await front.send("/sign-in?a=b", forged);
    expect(JSON.stringify(headers)).not.toContain("forged");
    expect(JSON.stringify(front.state.told)).not.toMatch(/forged|192\.0\.2\.66|middleware/);
    expect(front.state.told["x-castellan-path"]).toBe("/sign-in?a=b");
    expect(front.state.told["x-castellan-domain"]).toBeUndefined();
    // The console itself sets this header.
    await front.send("/acme", { "x-castellan-tenant": "acme" });
    expect(front.state.told["x-castellan-tenant"]).toBe("acme");
  });

  it("server-side request forgery by Host: Next gets the configured address for any Host of a client", async () => {
    for (const host of ["evil.example", "169.254.169.254", "id.example.evil.example", "evil.example:80"]) {
      await front.send("/account/acme", { host, "x-forwarded-host": host, origin: `http://${host}` });
      expect([
        front.state.told["host"],
        front.state.told["x-forwarded-host"],
        front.state.told["x-forwarded-proto"],
      ]).toEqual(["id.example", "id.example", scheme]);
    }
    await front.send("/account/acme", { host: "login.acme.example" });
    expect(front.state.told["host"]).toBe("login.acme.example");
  });

  it("cached sessions: an answer with a cookie has no-store, also a download; files stay public", async () => {
    const { headers: download } = await front.send("/download");
    expect(download["cache-control"]).toBe("no-store");
    expect(download["content-security-policy"]).toContain("default-src 'none'");
    const { headers: file } = await front.send("/_next/static/chunks/a.js");
    expect(file["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(file["x-content-type-options"]).toBe("nosniff");
    // A worker would inherit the policy of its file.
    expect(file["content-security-policy"]).toBeUndefined();
  });

  it("an organization's domain carries the headers too, without its subdomains", async () => {
    const { headers, status } = await front.send("/account/acme", { host: "login.acme.example" });
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["strict-transport-security"]).toBe(scheme === "https" ? "max-age=31536000" : undefined);
    for (const path of ["/acme/users", "/platform", "/sign-in", "/account%2facme", "/"]) {
      const other = await front.send(path, { host: "login.acme.example" });
      expect(other.headers["x-content-type-options"], path).toBe("nosniff");
      expect(other.headers["cache-control"], path).toBe("no-store");
      expect([302, 404], path).toContain(other.status);
    }
  });
});
