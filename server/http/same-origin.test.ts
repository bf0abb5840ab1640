import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleCookie } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";
import { startTestServer, type TestServer } from "@/server/testing/server";
import type { Mount } from "../trpc/init";
import { appRouter } from "../trpc/root";

type Sent = Record<string, string>;

interface MountedProcedure {
  _def: { type: string; meta: Mount };
}

/** Headers that a browser sends if a page of another site, or no page, starts the request. */
const foreign: [what: string, headers: Sent][] = [
  ["Sec-Fetch-Site: cross-site and no Origin", { "sec-fetch-site": "cross-site" }],
  ["Sec-Fetch-Site: same-site and no Origin", { "sec-fetch-site": "same-site" }],
  ["Sec-Fetch-Site: none", { "sec-fetch-site": "none" }],
  ["an unknown Sec-Fetch-Site", { "sec-fetch-site": "same-origin, cross-site" }],
  ["another site's Origin", { origin: "https://evil.example" }],
  ["the Origin null", { origin: "null" }],
  ["an empty Origin", { origin: "" }],
  [
    "another site's Origin that claims to be the same",
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  ],
];

/** Status codes with which the server refuses a request because of its origin. */
const refusals = [403, 415];

describe.each(databaseKinds)("requests that another site's page makes, on %s", (kind) => {
  let server: TestServer;
  let cookie: string;
  let slug: string;
  beforeAll(async () => {
    server = await startTestServer(kind);
    const [{ owner, slug: own }] = server.seed.tenants;
    slug = own;
    cookie = await consoleCookie(server.container.auth, server.url, { ...owner, ip: "203.0.113.9" });
  }, 120_000);
  afterAll(() => server.close());

  const namesOf = async () => {
    const [row] = await server.database.sql<
      { names: string[] }[]
    >`select array_agg(name) as names from roles`;
    return row!.names;
  };
  let numbered = 0;
  const create = async (headers: Sent, body?: (name: string) => BodyInit) => {
    const name = `Role ${(numbered += 1)}`;
    const answer = await fetch(`${server.url}/api/trpc/roles.create`, {
      method: "POST",
      headers: { cookie, "x-castellan-tenant": slug, ...headers },
      body: body ? body(name) : JSON.stringify({ name }),
    });
    return { status: answer.status, done: (await namesOf()).includes(name) };
  };
  const json = { "content-type": "application/json" };
  /** Returns a body for which fetch sends no Content-Type. */
  const untyped = (name: string) => new TextEncoder().encode(JSON.stringify({ name }));

  it.each(foreign)("cross-site request forgery of a console mutation: %s is refused", async (_, headers) => {
    const { status, done } = await create({ ...json, ...headers });
    expect({ refused: refusals.includes(status), done }).toEqual({ refused: true, done: false });
  });

  it.each([
    ["none", {}],
    ["text/plain", { "content-type": "text/plain" }],
    ["text/plain that mentions JSON", { "content-type": "text/plain; application/json" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["multipart", { "content-type": "multipart/form-data; boundary=x" }],
    ["bytes", { "content-type": "application/octet-stream" }],
  ] as [string, Sent][])(
    "cross-site request forgery by content type: a console mutation with %s is refused",
    async (_, headers) => {
      for (const origin of [{}, { origin: server.url, "sec-fetch-site": "same-origin" }] as Sent[]) {
        const { status, done } = await create({ ...headers, ...origin }, untyped);
        expect({ status, done }).toEqual({ status: 415, done: false });
      }
    },
  );

  it("forgery of a procedure that only reads: it is refused as a mutation, too", async () => {
    const ask = (headers: Sent) =>
      fetch(`${server.url}/api/trpc/accessRules.preview`, {
        method: "POST",
        headers: { cookie, "x-castellan-tenant": slug, ...json, ...headers },
        body: "{}",
      });
    expect((await ask({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await ask({})).status).not.toBe(403);
  });

  it("forgery of a recorded read by GET: it is refused as a download, alone and in a batch", async () => {
    const { email, password } = server.seed.platform.admin;
    const session = await consoleCookie(server.container.auth, server.url, {
      email,
      password,
      ip: "203.0.113.10",
    });
    const procedures = appRouter._def.procedures as unknown as Record<string, MountedProcedure>;
    const recorded = Object.keys(procedures).filter((name) => {
      const { type, meta } = procedures[name]!._def;
      return type === "query" && meta.operation.recorded !== null;
    });
    expect(recorded).toContain("platform.messages.get");
    const statusOf = async (path: string, headers: Sent) =>
      (await fetch(`${server.url}/api/trpc/${path}`, { headers: { cookie: session, ...headers } })).status;
    const input = encodeURIComponent(JSON.stringify({ tenantId: 1, messageId: 1 }));
    for (const name of recorded) {
      const batch = `platform.settings.get,${name}?batch=1&input=${encodeURIComponent("{}")}`;
      for (const path of [`${name}?input=${input}`, batch])
        for (const [what, headers] of [...foreign, ["none of the headers", {}] as const])
          expect(await statusOf(path, headers), `${path}: ${what}`).toBe(403);
      const own: Sent[] = [
        { "sec-fetch-site": "same-origin" },
        { referer: `${server.url}/platform/messages` },
      ];
      for (const headers of own) expect(await statusOf(`${name}?input=${input}`, headers)).toBe(404);
    }
    expect(await statusOf("platform.settings.get", { "sec-fetch-site": "cross-site" })).toBe(200);
  });

  it("the console's own pages, and programs that send JSON without either header, are accepted", async () => {
    for (const headers of [
      {},
      { origin: server.url },
      { "sec-fetch-site": "same-origin" },
      { origin: server.url, "sec-fetch-site": "same-origin" },
    ] as Sent[])
      expect(await create({ ...json, ...headers })).toEqual({ status: 200, done: true });
  });

  const forms = [
    "/sign-in/sign-in",
    "/interaction/abc/consent",
    "/interaction/abc/approve",
    "/recover/acme/ask",
    "/recover/-/ask",
    "/verify/acme/confirm",
    "/join/acme/accept",
    "/act-as/step/begin",
    "/act-as/step/stop",
    "/account/acme",
    "/account/acme/security/passkey-options",
    "/account/acme/data/download",
    "/hosted/language",
    "/api/auth/signout",
    "/api/auth/callback/credentials",
  ];
  const post = (path: string, headers: Sent) =>
    fetch(server.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, ...headers },
      body: new URLSearchParams({ email: "a@b.example", password: "x", locale: "de", back: "/device" }),
    });

  it.each(forms)("cross-site request forgery of the form %s is refused", async (path) => {
    for (const [what, headers] of foreign) {
      const answer = await post(path, headers);
      expect([answer.status, answer.headers.get("set-cookie")], what).toEqual([403, null]);
    }
    const own = { origin: server.url, "sec-fetch-site": "same-origin" };
    expect((await post(path, own)).status, "from its own page").not.toBe(403);
  });

  it("forgery with the headers of an old browser: a request without proof of its origin is refused", async () => {
    // A page of another site can create the whole body of these forms, because they contain no secret.
    for (const path of ["/hosted/language", "/act-as/step/begin", "/act-as/step/stop"])
      expect((await post(path, {})).status, path).toBe(403);
    const untypedForm = (path: string) =>
      fetch(server.url + path, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, "content-type": "text/plain" },
        body: "email=a@b.example",
      });
    for (const path of ["/sign-in/sign-in", "/recover/acme/ask", "/interaction/abc/consent", "/account/acme"])
      expect((await untypedForm(path)).status, path).toBe(403);
  });

  it("a program with a cookie jar signs in by forms without either header", async () => {
    const { owner } = server.seed.tenants[0];
    const answer = await fetch(`${server.url}/sign-in/sign-in`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ email: owner.email, password: owner.password }),
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${server.url}/sign-in`);
  });

  it("rendering with the console's session is refused to another site's page", async () => {
    const render = (headers: Sent) =>
      server.call(
        null,
        "POST",
        "/api/render/pdf",
        { template: { type: "base64", content: "eA==" } },
        {
          cookie,
          "x-castellan-tenant": slug,
          ...headers,
        },
      );
    expect((await render({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await render({ origin: "null" })).status).toBe(403);
    expect((await render({ "sec-fetch-site": "same-origin" })).status).toBe(200);
  });
});
