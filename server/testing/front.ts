import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { vi } from "vitest";
import { createFront } from "@/server/edge/front";
import { createLog } from "@/server/ports/log";
import { createNodeServer } from "@/server/edge/node-server";
import type { PageTurnLimits } from "@/server/edge/page-turns";
import type { DatabaseState } from "@/server/store/link";
import { startTestServer } from "./server";
import { databaseKind } from "./stores";

type Sent = Record<string, string>;

/**
 * Sends a target unchanged, because fetch would normalize it. `from` is the loopback address of the client.
 */
const send = (
  url: string,
  target: string,
  headers: Sent = {},
  method = "GET",
  body = "",
  from = "127.0.0.1",
) =>
  new Promise<{ status: number; headers: Sent; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    httpRequest({ hostname, port, path: target, method, headers, localAddress: from }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers as Sent,
          text: Buffer.concat(parts).toString(),
        }),
      );
    })
      .on("error", reject)
      .end(body);
  });

/** Answers like Next with a page, a file of the build, or a download. */
function answerAsNext(target: string, response: ServerResponse) {
  if (target.startsWith("/_next/static/fails"))
    return void response.writeHead(400, { "content-type": "text/plain" }).end("no file");
  if (target.startsWith("/_next/static/")) {
    response.setHeader("cache-control", "public, max-age=31536000, immutable");
    response.setHeader("content-type", "application/javascript");
    return void response.end("1");
  }
  if (target.startsWith("/download"))
    return void response.writeHead(200, { "content-type": "text/csv", "set-cookie": "a=b" }).end("a,b");
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("cache-control", "private, max-age=60");
  response.statusCode = target.startsWith("/no/") ? 404 : 200;
  response.write("<!doctype html>");
  response.end("<p>page");
}

interface FrontOptions {
  /** Limits of pages. */
  turns?: PageTurnLimits;
  /** Replaces the state of the database that the front sees. */
  databaseState?: () => DatabaseState;
  /** Replaces the stand-in for Next. */
  pages?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/**
 * Starts a whole server behind the front of Next. Its address is `id.example`, and acme's is
 * `login.acme.example`. A stand-in for Next reports the headers and the body of its requests.
 */
export async function startFront(
  scheme: "http" | "https",
  { turns, pages, databaseState }: FrontOptions = {},
) {
  const baseUrl = `${scheme}://id.example`;
  const own = await startTestServer(
    databaseKind,
    scheme === "https" ? { environment: { BASE_URL: baseUrl } } : {},
  );
  const [{ tenantId, slug }] = own.seed.tenants;
  const acme = { baseUrl: `${scheme}://login.acme.example`, tenant: { tenantId, slug } };
  const state: { told: Sent; body: string; logged: { level: number; msg: string }[] } = {
    told: {},
    body: "",
    logged: [],
  };
  const log = createLog("info", {
    write: (line) => void state.logged.push(JSON.parse(line) as { level: number; msg: string }),
  });
  // The machine interfaces log requests by the container's log, and errors by its children.
  vi.spyOn(own.container.log, "info").mockImplementation(log.info.bind(log));
  Object.assign(own.container.log, { child: () => log });
  const front = createNodeServer(
    createFront({
      http: own.container.http,
      log,
      auth: {
        sites: {
          ...own.container.auth.sites,
          of: (host) => (host === "login.acme.example" ? Promise.resolve(acme) : null),
        },
      },
      config: { BASE_URL: baseUrl, TRUSTED_PROXIES: 0, production: true },
      turns,
      databaseState,
      pages: async (request, response) => {
        if (pages !== undefined) return pages(request, response);
        const { headers, url = "/" } = request;
        state.told = headers as Sent;
        state.body = await textOf(request);
        if (url.startsWith("/fails")) throw new Error("this page fails");
        answerAsNext(url, response);
      },
    }),
    baseUrl,
  );
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    url,
    send: (target: string, headers?: Sent, method?: string, body?: string, from?: string) =>
      send(url, target, headers, method, body, from),
    /** The last request to Next and the lines of the front's log. Tests can clear them. */
    state,
    close: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await own.close();
    },
  };
}

export type TestFront = Awaited<ReturnType<typeof startFront>>;
