import { expect } from "vitest";
import type { Endpoint } from "@/server/http/endpoints";
import { credentialFor, type ExampleRequest } from "./requests";
import type { TestServer } from "./server";

/** Hostile values, written as JSON, because JavaScript values cannot express some of them. */
export const hostile = [
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
export const noBodies = [
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
export const hostileSegments = [
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

/** The fields of an endpoint outside of its path. */
export const fieldsOf = ({ operation, path }: Endpoint) =>
  Object.keys(operation.input.shape).filter((name) => !path.includes(`{${name}}`));

export const takesBody = (method: string) => method === "POST" || method === "PUT" || method === "PATCH";

/** Creates requests to a server with hostile values. Each answer is below 500, and a refusal is complete and records no event. */
export function hostileRequests(server: TestServer) {
  /** Returns the number of events of writes in the tenants' logs and in the platform's log. */
  const traces = async () => {
    const [row] = await server.database.sql<{ events: string; platform: string }[]>`
      select (select count(*) from audit_events) as events, (select count(*) from platform_audit_events) as platform`;
    return `${row!.events} ${row!.platform}`;
  };

  const send = async (method: string, path: string, body?: string) => {
    const before = await traces();
    const answer = await server.call(credentialFor(server, path), method, `/api/v1${path}`, body);
    const what = `${method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ""}: ${JSON.stringify(answer.body)?.slice(0, 300)}`;
    expect(answer.status, what).toBeLessThan(500);
    if (answer.status >= 400) {
      expect(answer.body, what).toMatchObject({
        error: expect.any(String) as string,
        error_description: expect.any(String) as string,
      });
      expect(await traces(), what).toBe(before);
    }
    return answer;
  };

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
  return { send, withField };
}
