import type { IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { isBot } from "next/dist/shared/lib/router/utils/is-bot.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endsSoon, turnsOfLoop } from "@/server/testing/work";
import { createNodeServer, unreachedServer } from "./node-server";

describe("answers of Node before any listener", () => {
  const server = createNodeServer((request, response) => {
    response
      .writeHead(200, { "content-type": "text/plain" })
      .end(`answered ${request.url} of ${request.headers.host}`);
  }, "https://id.example");
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Returns all data until the connection ends, or null if it does not end within five seconds. */
  const sent = (text: string, then?: string, to = server) =>
    new Promise<string | null>((resolve) => {
      const socket = connect((to.address() as AddressInfo).port, "127.0.0.1");
      let answer = "";
      socket.setTimeout(5_000, () => {
        socket.destroy();
        resolve(null);
      });
      socket.on("data", (part) => {
        answer += part.toString();
        if (then !== undefined) socket.write(then);
        then = undefined;
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve(answer));
      socket.write(text);
    });
  const get = (target: string, head = "") =>
    sent(`GET ${target} HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n${head}\r\n`);

  it.each(["/healthz", "//x", "/%", "http://127.0.0.1:1/x"])(
    "answers a request for an upgrade at %s, as java.net.http.HttpClient sends it, and ends the connection",
    async (target) => {
      const answer = await sent(
        `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n\r\n`,
        "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      );
      expect(answer).toContain(`answered ${target}`);
      expect(answer).toContain("answered /last");
    },
  );

  it("Next attaches its upgrade listener, which never closes a connection, to a server without connections", async () => {
    const unreached = unreachedServer();
    const pages = next({ dev: false, httpServer: unreached });
    const request = { socket: { server } } as unknown as IncomingMessage;
    // Nothing was prepared, so no page is answered. Next attaches its listener before that.
    await Promise.resolve(pages.getRequestHandler()(request, {} as never)).catch(() => {});
    expect([unreached.listenerCount("upgrade"), server.listenerCount("upgrade")]).toEqual([1, 0]);
  });

  it.each([
    ["what is no HTTP", "\x16\x03\x01\r\n\r\n", 400],
    ["a head of 20 KB", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["no Host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["two Hosts of HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400],
    ["two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
    ["the same Host twice", "GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n", 400],
    ["an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400],
    ["a Host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400],
    ["a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400],
    ["a Host with spaces", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400],
    ["a Host with a port that is none", "GET / HTTP/1.1\r\nHost: a:99999\r\n\r\n", 400],
    ["a Host of brackets", "GET / HTTP/1.1\r\nHost: [::x]\r\n\r\n", 400],
    [
      "two lengths of a body",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["an unknown expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: 999\r\n\r\n", 417],
  ])(
    "sniffing, clickjacking, caching: a refusal of %s carries the headers of all answers",
    async (_, text, status) => {
      const answer = await sent(text);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      for (const header of [
        "x-content-type-options: nosniff",
        "x-frame-options: DENY",
        "content-security-policy: default-src 'none'",
        "strict-transport-security: max-age",
        "cache-control: no-store",
        "connection: close",
      ])
        expect(answer?.toLowerCase()).toContain(header.toLowerCase());
    },
  );

  it("slow body: the whole request must arrive within two minutes", () => {
    expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 120_000]);
  });

  it.each([
    "id.example",
    "ID.example:443",
    "127.0.0.1:3000",
    "[::1]",
    "[::1]:3000",
    "a_b.example",
    "localhost.",
  ])("accepts the Host %s", async (host) => {
    const answer = await sent(`GET /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain("answered /x");
  });

  it.each([
    ["HTTP/1.0\r\n", "id.example"],
    ["HTTP/1.0\r\nHost: other.example\r\n", "other.example"],
    ["HTTP/1.1\r\nHost: other.example:\r\n", "other.example"],
    ["HTTP/1.1\r\nHost: [::1]:\r\n", "[::1]"],
  ])("answers %j as a request for %s (RFC 9112 §3.2, RFC 3986 §3.2.3)", async (head, host) => {
    expect(await sent(`GET /x ${head}Connection: close\r\n\r\n`)).toContain(`answered /x of ${host}`);
  });

  it.each(["HTTP/1.0\r\n", "HTTP/1.1\r\nHost: other.example:\r\n"])(
    "passes %j to the machine interfaces in a form that they read",
    async (head) => {
      const machine = getRequestListener(({ url }) => new Response(`answered ${url}`));
      const other = createNodeServer(
        (request, response) => void machine(request, response),
        "https://id.example",
      );
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const answer = await sent(`GET /healthz ${head}Connection: close\r\n\r\n`, undefined, other);
      other.close();
      expect(answer).toMatch(/answered http:\/\/(?:id|other)\.example\/healthz/);
    },
  );

  it("starvation: the requests of one connection are answered one at a time, in order, and too many end it", async () => {
    let running = 0;
    let most = 0;
    let started = 0;
    const slow = createNodeServer((request, response) => {
      started += 1;
      most = Math.max(most, (running += 1));
      response.on("close", () => (running -= 1));
      void turnsOfLoop().then(() => response.end(`answered ${request.url};`));
    }, "https://id.example");
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const pipeline = (length: number) =>
      Array.from({ length }, (_, at) => {
        const end = at === length - 1 ? "Connection: close\r\n" : "";
        return `GET /${at} HTTP/1.1\r\nHost: id.example\r\n${end}\r\n`;
      }).join("");
    try {
      const answer = await sent(pipeline(20), undefined, slow);
      expect([...answer!.matchAll(/answered \/(\d+);/g)].map(([, at]) => Number(at))).toEqual(
        Array.from({ length: 20 }, (_, at) => at),
      );
      expect([most, started]).toEqual([1, 20]);
      expect(await sent(pipeline(1_000), undefined, slow)).not.toBeNull();
      expect(most).toBe(1);
      expect(started).toBeLessThan(60);
      expect(running).toBe(0);
    } finally {
      slow.closeAllConnections();
      slow.close();
    }
  });

  it.each(["a", "-", "7", "a-", "Google-", "-Google"])(
    "starvation: the expression of Next reads only 500 characters of a User-Agent of 15 KB of %j, as all code",
    async (piece) => {
      const machine = getRequestListener(({ headers }) => new Response(headers.get("user-agent")));
      const other = createNodeServer((request, response) => {
        if (request.url === "/machine") return void machine(request, response);
        const text = request.headers["user-agent"] ?? "";
        endsSoon(() => isBot(text));
        response.end(text);
      }, "https://id.example");
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const long = piece.repeat(15_000 / piece.length);
      const asked = (path: string) =>
        sent(
          `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nUSER-AGENT: ${long}\r\nuser-agent: second\r\n\r\n`,
          undefined,
          other,
        );
      const answers = [await asked("/page"), await asked("/machine")];
      other.close();
      for (const answer of answers) {
        expect(answer).toContain(long.slice(0, 500));
        expect(answer).not.toContain(long.slice(0, 501));
        expect(answer).not.toContain("second");
      }
    },
  );

  it("answers the next request on a connection", async () => {
    expect(await get("/a")).toContain("answered /a");
  });
});
