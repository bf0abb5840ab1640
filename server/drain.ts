import type { Server } from "node:http";

/** Time in milliseconds in which answers request clients to close kept connections, before the server refuses new ones. */
const FAREWELL_MS = 500;
/** Maximum time in milliseconds for requests in progress. */
const DRAIN_MS = 10_000;
/** Interval in milliseconds at which idle connections are closed. */
const SWEEP_MS = 50;

/**
 * Stops a server without breaking the connection of a busy client. For half a second, every answer has
 * `Connection: close` (RFC 9112 §9.6), so that clients leave. Then the server accepts no new connections, and
 * requests in progress have ten seconds. Without open connections it stops at once.
 */
export async function drained(server: Server): Promise<void> {
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
  if ((await connections(server)) > 0) await new Promise((resolve) => setTimeout(resolve, FAREWELL_MS));
  // Node closes only the connections that are idle now. The others stay open after their last answer, so the
  // sweep closes them.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
  clearTimeout(deadline);
}

const connections = (server: Server) =>
  new Promise<number>((resolve) =>
    server.getConnections((error, count) => resolve(error === null ? count : 0)),
  );
