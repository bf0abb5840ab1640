import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { finished } from "node:stream/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createNodeServer } from "./node-server";
import { createPageTurns, type PageTurnLimits } from "./page-turns";

const LIMITS: PageTurnLimits = { running: 4, ofOne: 3, waiting: 200, patienceMs: 60_000 };

/** Starts a server whose pages take turns, and records the paths of its renderings. */
async function serving(
  render: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  limits = LIMITS,
) {
  const rendered: string[] = [];
  /** Numbers of requests that arrived, and of those whose connection is closed. */
  const seen = { arrived: 0, closed: 0 };
  let running = 0;
  const most = { running: 0 };
  const inTurn = createPageTurns(async (request, response) => {
    rendered.push(request.url!);
    most.running = Math.max(most.running, (running += 1));
    await render(request, response).finally(() => (running -= 1));
  }, limits);
  const server = createNodeServer((request, response) => {
    seen.arrived += 1;
    response.on("close", () => (seen.closed += 1));
    inTurn(request, response, request.socket.remoteAddress ?? null).then(
      (hadPlace) => hadPlace || response.writeHead(503).end(),
      () => response.writeHead(500).end(),
    );
  }, "http://id.example");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  /** Returns the status of the answer. `from` is the loopback address of the client. */
  const ask = (
    path: string,
    {
      from = "127.0.0.1",
      method = "GET",
      headers = {},
    }: { from?: string; method?: string; headers?: object } = {},
  ) =>
    new Promise<number>((resolve, reject) => {
      httpRequest(
        { port, path, method, host: "127.0.0.1", localAddress: from, headers: { ...headers }, agent: false },
        (response) => response.resume().on("end", () => resolve(response.statusCode!)),
      )
        .on("error", reject)
        .end();
    });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { rendered, seen, most, port, ask };
}

/** Limit of waits for an event, which no machine reaches. */
const patiently = { timeout: 15_000 };

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Renderings that the test ends, in the order of their beginnings. */
function heldPages() {
  const held: (() => void)[] = [];
  let holds = true;
  const render = async (_request: IncomingMessage, response: ServerResponse) => {
    if (holds) await new Promise<void>((resolve) => held.push(resolve));
    response.writeHead(200, { "content-type": "text/html" }).end("page");
  };
  const releaseAll = () => {
    holds = false;
    for (const release of held.splice(0)) release();
  };
  return { render, releaseOne: () => held.shift()!(), releaseAll };
}

describe("turns of pages", () => {
  it("starvation: requests with and without cookies of one network together leave a place to others", async () => {
    const { rendered, ask } = await serving(() => new Promise(() => {}));
    for (const headers of [{}, { cookie: "a=b" }])
      for (let at = 0; at < 6; at++) void ask("/held", { headers }).catch(() => {});
    await vi.waitFor(() => expect(rendered).toHaveLength(3), patiently);
    void ask("/other", { from: "127.0.0.2" }).catch(() => {});
    await vi.waitFor(() => expect(rendered).toEqual(["/held", "/held", "/held", "/other"]), patiently);
  });

  it.each<[string, { from?: string; headers?: object }]>([
    ["another network", { from: "127.0.0.2" }],
    ["the same network with cookies", { headers: { cookie: "a=b" } }],
  ])("starvation: a request of %s is rendered beside 150 of one network, four at once", async (_, by) => {
    const pages = heldPages();
    const { rendered, seen, most, ask } = await serving(pages.render);
    const flood = Array.from({ length: 150 }, () => ask("/sign-in"));
    await vi.waitFor(() => expect(seen.arrived).toBe(150), patiently);
    const own = ask("/acme/users", by);
    await vi.waitFor(() => expect(seen.arrived).toBe(151), patiently);
    // At most the next two places go to the others.
    for (let ended = 0; ended < 2 && !rendered.includes("/acme/users"); ended++) {
      const before = rendered.length;
      pages.releaseOne();
      await vi.waitFor(() => expect(rendered.length).toBeGreaterThan(before), patiently);
    }
    expect(rendered).toContain("/acme/users");
    pages.releaseAll();
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
    expect(await own).toBe(200);
    expect(most.running).toBeLessThanOrEqual(4);
  });

  it("starvation: a network that fills the queue is refused, and others are not", async () => {
    const pages = heldPages();
    const limits = { running: 2, ofOne: 1, waiting: 10 };
    const { rendered, seen, ask } = await serving(pages.render, limits);
    const flood = Array.from({ length: 60 }, () => ask("/sign-in"));
    await vi.waitFor(() => expect(seen.arrived).toBe(60), patiently);
    const other = ask("/acme/users", { from: "127.0.0.2" });
    await vi.waitFor(() => expect(rendered).toEqual(["/sign-in", "/acme/users"]), patiently);
    pages.releaseAll();
    expect(await other).toBe(200);
    const statuses = await Promise.all(flood);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });

  it("slow reader: clients that do not read their pages hold no place", async () => {
    const { rendered, port, ask } = await serving(async (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      for (let part = 0; part < 10; part++)
        if (!response.write(Buffer.alloc(1_000_000))) await once(response, "drain");
      response.end();
      // Like Next, which waits until the client has read the page.
      await finished(response).catch(() => {});
    });
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.pause();
      socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
      return socket;
    });
    await vi.waitFor(() => expect(rendered).toHaveLength(20), patiently);
    expect(await ask("/other")).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it("does not render a page whose client left the queue", async () => {
    let goOn = () => {};
    const waits = new Promise<void>((resolve) => (goOn = resolve));
    const { rendered, seen, port, ask } = await serving(
      async ({ url }, response) => {
        if (url === "/first") await waits;
        response.end();
      },
      { running: 1, waiting: 100 },
    );
    const first = ask("/first");
    await vi.waitFor(() => expect(rendered).toEqual(["/first"]), patiently);
    const sockets = Array.from({ length: 30 }, () => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.write("GET /left HTTP/1.1\r\nHost: a\r\n\r\n");
      return socket;
    });
    await vi.waitFor(() => expect(seen.arrived).toBe(31), patiently);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(seen.closed).toBe(30), patiently);
    goOn();
    expect([await first, await ask("/last"), rendered]).toEqual([200, 200, ["/first", "/last"]]);
  });

  it("throws the error of a rendering", async () => {
    const { ask } = await serving(() => Promise.reject(new Error("this page fails")));
    expect(await ask("/a")).toBe(500);
    expect(await ask("/b")).toBe(500);
  });
});
