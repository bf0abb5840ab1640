import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readResult, RESULT_HEADER, type ShownResult } from "../auth/account/requests";
import type { HttpApp } from "../http/app";
import { createFront } from "./front";
import { createNodeServer } from "./node-server";

const result: ShownResult = {
  done: null,
  error: "Ist nicht gültig.",
  field: "name",
  typed: {},
  at: "profile",
};

describe("a form of an account page", () => {
  let answer: () => Response;
  let page: IncomingMessage | null;
  let server: Server;
  beforeAll(async () => {
    server = createNodeServer(
      createFront({
        // The front uses only `fetch` of the application.
        http: { fetch: async () => answer() } as unknown as HttpApp,
        log: pino({ level: "silent" }),
        // No host belongs to an organization.
        auth: { sites: { of: () => null } as unknown as Parameters<typeof createFront>[0]["auth"]["sites"] },
        config: { BASE_URL: "http://id.example", TRUSTED_PROXIES: 0, production: true },
        pages: async (request: IncomingMessage, response: ServerResponse) => {
          page = request;
          response.setHeader("content-type", "text/html");
          response.end("<p>page");
        },
      }),
      "http://id.example",
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => server.close());
  beforeEach(() => (page = null));

  const send = (method: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/account/acme/security?a=b`, {
      method,
      headers,
      redirect: "manual",
      ...(method === "POST" && { body: new URLSearchParams({ name: "ü" }) }),
    });
  const shown = () =>
    readResult({ get: (name) => (page?.headers[name.toLowerCase()] as string | undefined) ?? null });

  it("is answered by its page with the result, if it is sent without scripts", async () => {
    const sealed = Buffer.from(JSON.stringify(result)).toString("base64");
    answer = () => new Response(null, { headers: { [RESULT_HEADER]: sealed } });
    const response = await send("POST");
    expect([response.status, await response.text()]).toEqual([200, "<p>page"]);
    expect(response.headers.get("content-security-policy")).toContain("'strict-dynamic'");
    expect(response.headers.get(RESULT_HEADER)).toBeNull();
    expect([page?.method, page?.url]).toEqual(["GET", "/account/acme/security?a=b"]);
    expect(shown()).toEqual(result);
  });

  it("is answered without its page by any other answer, such as a redirect", async () => {
    answer = () => new Response(null, { status: 303, headers: { location: "/account/acme" } });
    const response = await send("POST");
    expect([response.status, response.headers.get("location"), page]).toEqual([303, "/account/acme", null]);
  });

  it("attack: a client sends a result of its own to a page", async () => {
    await send("GET", { [RESULT_HEADER]: Buffer.from('{"codes":["forged"]}').toString("base64") });
    expect(page?.method).toBe("GET");
    expect(shown()).toBeNull();
  });
});
