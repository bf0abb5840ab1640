import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialFor, requestsOfEachEndpoint, type ExampleRequest } from "@/server/testing/requests";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import type { Endpoint } from "./endpoint";
import { endpointGroups } from "./endpoints";

/*
 * Sends hostile values in every field, parameter and path of every endpoint. Also sends bodies that are not objects. No answer
 * has a status of 500 or higher. No answer takes more than two seconds. A refusal records no event.
 */

/** Hostile values, written as JSON, because JavaScript values cannot express some of them. */
const hostile = [
  "null",
  "true",
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\u202egnp.exe"',
  '"\\ufeff\\u200b"',
  JSON.stringify("x".repeat(100_000)),
  JSON.stringify("🧑‍🚒".repeat(64)),
  JSON.stringify("'; drop table users; --"),
  JSON.stringify("%_\\"),
  '"<script>alert(1)</script>"',
  '"../../../etc/passwd"',
  '"http://169.254.169.254/latest/meta-data"',
  '"javascript:alert(1)"',
  '"https://[::ffff:127.0.0.1]:1/%00"',
  '"__proto__"',
  '"constructor"',
  '"NaN"',
  '"-1"',
  '"9223372036854775808"',
  '"١٢"',
  '"2026-13-45T99:99:99Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"0000-00-00T00:00:00Z"',
  "0",
  "-1",
  "0.5",
  "-0",
  "1e309",
  "9007199254740993",
  "-2147483649",
  "2147483648",
  "[]",
  "[null]",
  "[[[]]]",
  '["", "", ""]',
  JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index)),
  "{}",
  '{"__proto__": {"admin": true}, "constructor": null, "toString": 1}',
  '{"": ""}',
];

/** Bodies that are not a JSON object. */
const noBodies = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "0",
  "\u0000",
  "[".repeat(50_000),
  `{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  '{"__proto__": {"x": 1}}',
  '{"a": 1, "a": 2}',
  "\ud83d",
];

/** Invalid identifiers in paths. */
const hostileSegments = [
  "0",
  "-1",
  "1.5",
  "1e3",
  "9223372036854775808",
  "99999999999999999999999999",
  "%00",
  "%ff%fe",
  "%2e%2e%2f",
  "..%2f..%2f",
  "'%20or%201=1--",
  "%D9%A1",
  "__proto__",
  "x".repeat(5000),
];

const fieldsOf = ({ operation, path }: Endpoint) =>
  Object.keys(operation.input.shape).filter((name) => !path.includes(`{${name}}`));

describe.each(databaseKinds)("hostile input on %s", (kind) => {
  let server: TestServer;
  let requests: Record<string, ExampleRequest>;
  beforeAll(async () => {
    server = await startTestServer(kind);
    requests = await requestsOfEachEndpoint(server);
  }, 120_000);
  afterAll(() => server.close());

  /** Returns the number of events of writes in the tenants' logs and in the platform's log. */
  const traces = async () => {
    const [row] = await server.database.sql<{ events: string; platform: string }[]>`
      select (select count(*) from audit_events) as events, (select count(*) from platform_audit_events) as platform`;
    return `${row!.events} ${row!.platform}`;
  };

  const send = async (method: string, path: string, body?: string) => {
    const before = await traces();
    const started = performance.now();
    const answer = await server.call(credentialFor(server, path), method, `/api/v1${path}`, body);
    const what = `${method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ""}: ${JSON.stringify(answer.body)?.slice(0, 300)}`;
    expect(answer.status, what).toBeLessThan(500);
    expect(performance.now() - started, what).toBeLessThan(2000);
    if (answer.status >= 400) {
      expect(answer.body, what).toMatchObject({
        error: expect.any(String) as string,
        error_description: expect.any(String) as string,
      });
      expect(await traces(), what).toBe(before);
    }
    return answer;
  };

  const takesBody = (method: string) => method === "POST" || method === "PUT" || method === "PATCH";
  /** Sends the request with this JSON text as the value of one field, in the body or the query. */
  const withField = ([method, path, body]: ExampleRequest, field: string, json: string) => {
    if (!takesBody(method)) {
      const value = json.startsWith('"') ? (JSON.parse(json) as string) : json;
      const separator = path.includes("?") ? "&" : "?";
      return send(
        method,
        `${path}${separator}${field}=${encodeURIComponent(value.toWellFormed().slice(0, 8000))}`,
      );
    }
    const rest = Object.entries(typeof body === "object" ? body : {})
      .filter(([name]) => name !== field)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return send(method, path, `{${[...rest, `${JSON.stringify(field)}:${json}`].join(",")}}`);
  };

  describe.each(
    endpointGroups.flatMap(({ endpoints }) =>
      endpoints.map((endpoint) => ({ name: endpoint.operation.name, endpoint })),
    ),
  )("$name", ({ name, endpoint }) => {
    it("refuses or accepts them in every field", async () => {
      const request = requests[name]!;
      const [method, path] = request;
      for (const field of fieldsOf(endpoint))
        for (const value of hostile) await withField(request, field, value);
      for (const field of ["__proto__", "unknown", "tenantId"]) await withField(request, field, '"x"');
      if (takesBody(method)) for (const body of noBodies) await send(method, path, body);
    }, 120_000);

    it("refuses or accepts them in its path", async () => {
      const [method, path, body] = requests[name]!;
      const segments = path.split("?")[0]!.split("/");
      for (const [at, segment] of segments.entries()) {
        if (!/^\d+$/.test(segment)) continue;
        for (const value of hostileSegments) {
          const answer = await send(
            method,
            segments.with(at, value).join("/"),
            body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
          );
          expect(answer.status, value).toBeGreaterThanOrEqual(400);
        }
      }
    }, 120_000);
  });

  it("refuses or accepts any JSON in any field", async () => {
    const fields = endpointGroups
      .flatMap(({ endpoints }) => endpoints)
      .flatMap((endpoint) => fieldsOf(endpoint).map((field) => [endpoint.operation.name, field] as const));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.json({ maxDepth: 3 }), async ([name, field], json) => {
        await withField(requests[name]!, field, json);
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
