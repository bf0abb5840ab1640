import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { machineHeaders, transportHeaders, type Headers } from "../http/headers";
import { joinChunks } from "./joined-chunks";
import { parseUrl } from "../kernel/http/parse-url";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Statuses of Node's own answers to unreadable requests, by the code of the error; 400 for all others. */
const statuses: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Creates the HTTP server of this process. Node's own refusals carry the headers of all other answers. A request to upgrade the
 * connection is answered as an ordinary one, because nothing listens for upgrades (RFC 9110 §7.8).
 */
export function createNodeServer(listener: Listener, baseUrl: string): Server {
  const refusal: Headers = {
    ...machineHeaders,
    ...transportHeaders(baseUrl),
    "cache-control": "no-store",
    connection: "close",
  };
  const refuse = (response: ServerResponse, status: number) =>
    void response.writeHead(status, { ...refusal, "content-length": "0" }).end();
  const { host: ownHost } = new URL(baseUrl);
  /** Answers in progress. */
  const answers = new WeakMap<Duplex, ServerResponse>();

  // By itself, Node answers a request without Host without the common headers, and accepts two Host headers. The listener below
  // checks the header instead.
  const answer = oneAtATime((request, response) => {
    answers.set(request.socket, response);
    const host = hostOf(request, ownHost);
    if (host === null) return refuse(response, 400);
    request.headers.host = host;
    shortenUserAgent(request);
    listener(request, response);
  });
  const server = createServer({ requireHostHeader: false }, answer);
  // The head of a request must arrive soon. The time for the body allows an upload on a slow line. The answer has no limit here.
  server.headersTimeout = 15_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  // Ends a connection without traffic, such as one of a client that does not read its answer.
  server.timeout = 300_000;
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) =>
    refuse(response, 417),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    // If an answer has begun, no other answer can follow on the connection.
    const answer = answers.get(socket);
    const isAnswering = answer !== undefined && answer.headersSent && !answer.writableFinished;
    if (!socket.writable || error.code === "ECONNRESET" || isAnswering) return void socket.destroy();
    const status = statuses[error.code ?? ""] ?? 400;
    const lines = Object.entries({ ...refusal, "content-length": "0" }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n`, () =>
      socket.destroy(),
    );
  });
  return server;
}

/** Maximum number of requests of one connection that wait for their turn. Clients that pipeline send fewer. */
const MOST_WAITING = 32;

/**
 * Answers the requests of a connection one after another. Node starts all requests of a pipeline at once
 * (RFC 9112 §9.3.2), so one connection could occupy the process. Ends a connection if more than
 * MOST_WAITING of its requests wait.
 */
function oneAtATime(listener: Listener): Listener {
  const waiting = new WeakMap<Duplex, (() => void)[]>();

  function start(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request;
    response.once("close", () => {
      const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      // Requests of other connections run in between.
      if (next) setImmediate(next);
      else waiting.delete(socket);
    });
    if (socket.destroyed) response.destroy();
    else listener(request, response);
  }

  return (request, response) => {
    // Also the body of a request that waits is received.
    joinChunks(request);
    const before = waiting.get(request.socket);
    if (before === undefined) {
      waiting.set(request.socket, []);
      start(request, response);
    } else if (before.length < MOST_WAITING) before.push(() => start(request, response));
    else request.socket.destroy();
  };
}

/** Maximum length of User-Agent in characters. Browsers send fewer than 300. Records store as many as this. */
const LONGEST_USER_AGENT = 500;

/**
 * Cuts the header User-Agent and removes repeated ones. Next tests the header with an expression whose time is quadratic in its length
 * (next/dist/shared/lib/router/utils/html-bots.js): 15 KB took two seconds. Changes the raw headers too, because the machine
 * interfaces read those, and known devices are compared by this text.
 */
function shortenUserAgent({ headers, rawHeaders }: IncomingMessage): void {
  const sent = headers["user-agent"];
  if (sent === undefined) return;
  const cut = sent.slice(0, LONGEST_USER_AGENT);
  let isFirst = true;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== "user-agent") continue;
    if (isFirst) rawHeaders[at + 1] = cut;
    // No code reads a header with this name. To remove many entries from an array would take quadratic time.
    else rawHeaders[at] = "x-user-agent";
    isFirst = false;
  }
  headers["user-agent"] = cut;
}

/**
 * A name, an IPv4 address or an IPv6 address in brackets, with or without a port (RFC 9110 §7.2). The port may
 * be empty (RFC 3986 §3.2.3).
 */
const HOST = /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{0,5})?$/i;

/**
 * Returns the host that a request names, without an empty port; null unless it names exactly one. HTTP/1.0 has
 * no Host header (RFC 9112 §3.2): such a request is for `ownHost`.
 */
function hostOf(
  { rawHeaders, httpVersion, headers: { host = "" } }: IncomingMessage,
  ownHost: string,
): string | null {
  const named = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  if (named === 0 && httpVersion === "1.0") return ownHost;
  return named === 1 && HOST.test(host) && parseUrl(`http://${host}`) !== null
    ? host.replace(/:$/, "")
    : null;
}

/**
 * Returns a server that never listens. Next attaches its upgrade listener to it. In production, that listener
 * answers no request and never closes one.
 */
export const unreachedServer = (): Server => createServer();
