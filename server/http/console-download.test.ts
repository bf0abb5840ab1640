import pino from "pino";
import { describe, expect, it } from "vitest";
import type { Actor } from "../kernel/operation/actor";
import type { Execute } from "../kernel/operation/execute";
import { sendConsoleDownload } from "./console-download";
import { errorResponse, refusalOf } from "./errors";

const actor = { scope: "tenant", tenantId: 1, channel: "console" } as Actor;

/** Requests a download of the audit log with these headers. */
async function download(headers: Record<string, string>, query = "", signedIn = true) {
  const asked: unknown[] = [];
  const services = {
    baseUrl: "https://id.example",
    headersOf: () => ({}),
    execute: (async (_actor, _operation, input) => {
      asked.push(input);
      return (async function* () {
        yield await Promise.resolve("one\n");
        yield "two\n";
      })();
    }) as Execute,
    consoleActor: async (cookies: string | null, workspace: string | null) =>
      signedIn && cookies === "c=1" && workspace === "acme" ? actor : null,
  };
  const request = new Request(`http://127.0.0.1:3000/acme/audit/download${query}`, {
    headers: { cookie: "c=1", ...headers },
  });
  const of = { workspace: "acme", facts: { ip: null, requestId: null } };
  const response = await sendConsoleDownload(services, "exportAuditEvents", request, of).catch((error) =>
    errorResponse(refusalOf(error, pino({ level: "silent" }))),
  );
  return { response, asked };
}

describe("a download from the console", () => {
  const own = { "sec-fetch-site": "same-origin" };

  it("streams the output of the operation as a file of its format", async () => {
    const { response, asked } = await download(own, "?format=csv&action=user_&userId=7");
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("one\ntwo\n");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="audit-events.csv"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(asked).toEqual([{ format: "csv", action: "user_", userId: 7 }]);
  });

  it.each([
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "none" }],
    [{}],
    [{ referer: "https://evil.example/" }],
    [{ referer: "https://id.example.evil.example/" }],
    [{ referer: "not an address" }],
  ] as Record<string, string>[][])("is refused to a page of another site: %j", async (headers) => {
    const { response, asked } = await download(headers);
    expect(response.status).toBe(403);
    expect(asked).toEqual([]);
  });

  it("is allowed by its Referer in a browser without fetch metadata", async () => {
    expect((await download({ referer: "https://id.example/acme/audit" })).response.status).toBe(200);
  });

  it("requires a person who is signed in to that organization", async () => {
    const { response, asked } = await download(own, "", false);
    expect(response.status).toBe(401);
    expect(asked).toEqual([]);
  });
});
