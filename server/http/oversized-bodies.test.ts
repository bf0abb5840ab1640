import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { consoleCookie } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";
import { startTestServer, type TestServer } from "@/server/testing/server";

/** Maximum numbers of values that this process may parse for one request: for a body within the limits, and for a refused one. */
const [MOST_PARSED, MOST_PARSED_OF_REFUSED] = [200_000, 100];

const MB = 1_000_000;
const repeated = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const list = (value: string, bytes: number) => `[${repeated(`${value},`, bytes)}${value}]`;
const keys = (count: number, value: string, first = 0) =>
  `{${Array.from({ length: count }, (_, index) => `"${(first + index).toString(36)}":${value}`).join(",")}}`;

/** Returns the number of values in a parsed text, including those in objects and lists. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const one of Object.values(value)) count += valuesIn(one);
  return count;
}

describe.each(databaseKinds)("oversized bodies on %s", (kind) => {
  let server: TestServer;
  let session: Record<string, string>;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer(kind);
    const [{ owner, slug, credential }] = server.seed.tenants;
    session = {
      cookie: await consoleCookie(server.container.auth, server.url, { ...owner, ip: "203.0.113.9" }),
      "x-castellan-tenant": slug,
    };
    token = await server.token(credential);
  }, 120_000);
  afterAll(() => server.close());

  afterEach(() => void vi.restoreAllMocks());

  /** Sends a JSON body. Returns the answer, and the number of values that this process parsed meanwhile. */
  async function send(path: string, headers: Record<string, string>, text: string) {
    const body = new TextEncoder().encode(text);
    const parse = vi.spyOn(JSON, "parse");
    const answer = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "oversized", ...headers },
      body,
    });
    const said = await answer.text();
    const parsed = parse.mock.results.reduce((sum, { value }) => sum + valuesIn(value), 0);
    parse.mockRestore();
    return { status: answer.status, text: said, parsed };
  }

  const document = (data: string) => `{"template":{"type":"base64","content":"eA=="},"data":{"a":${data}}}`;
  const template = (sampleData: string) =>
    JSON.stringify({ name: "a", html: "x", pageSize: null, orientation: null, sampleData });
  const attacks: [what: string, path: string, body: () => string, status: number][] = [
    ["[0,0,…] of 34 MB to a procedure", "/api/trpc/roles.create", () => list("0", 34 * MB), 413],
    ["[{},{},…] of 34 MB to a procedure", "/api/trpc/roles.create", () => list("{}", 34 * MB), 413],
    ["[{},{},…] of 1 MB to a procedure", "/api/trpc/roles.create", () => list("{}", MB), 413],
    [
      "[{},{},…] of 30 MB to the import of people",
      "/api/trpc/userImports.create",
      () => list("{}", 30 * MB),
      413,
    ],
    [
      "[{},{},…] of 30 MB in a batch with the import of people",
      "/api/trpc/userImports.create,roles.create?batch=1",
      () => `{"1":${list("{}", 30 * MB)}}`,
      413,
    ],
    [
      "an object of 2,000,000 keys to the import of people",
      "/api/trpc/userImports.create",
      () => keys(2_000_000, "{}"),
      413,
    ],
    [
      "sample data of [{},{},…] in a template",
      "/api/trpc/documents.create",
      () => template(`{"a":${list("{}", 1.9 * MB)}}`),
      400,
    ],
    [
      "data of [{},{},…] to the rendering of documents",
      "/api/render/pdf",
      () => document(list("{}", 4.5 * MB)),
      413,
    ],
    [
      "data of 190,000 keys to the rendering of documents",
      "/api/render/pdf",
      () => document(keys(190_000, "0")),
      413,
    ],
    [
      "data of 19 objects of 9,999 keys to the rendering of documents",
      "/api/render/pdf",
      () =>
        document(`[${Array.from({ length: 19 }, (_, index) => keys(9_999, "0", index * 10_000)).join()}]`),
      200,
    ],
    ["[{},{},…] of 1 MB to REST", "/api/v1/users", () => `{"email":${list("{}", MB)}}`, 413],
    ["an object of 90,000 keys to REST", "/api/v1/users", () => keys(90_000, "0"), 413],
    ["9,999 keys to REST", "/api/v1/users", () => keys(9_999, "0"), 400],
    [
      "bulk of [{},{},…] of 5 MB to SCIM",
      "/scim/v2/acme/Bulk",
      () => `{"Operations":${list("{}", 5 * MB)}}`,
      413,
    ],
  ];
  it.each(attacks)("starvation: %s is not parsed above the limits", async (_what, path, body, status) => {
    const { scimToken } = server.seed.tenants[0];
    const headers = path.startsWith("/api/trpc")
      ? session
      : { authorization: `Bearer ${path.startsWith("/scim") ? scimToken : token}` };
    const answer = await send(path, headers, body());
    expect(answer.status, answer.text.slice(0, 500)).toBe(status);
    expect(answer.parsed).toBeLessThan(status === 413 ? MOST_PARSED_OF_REFUSED : MOST_PARSED);
  });
});
