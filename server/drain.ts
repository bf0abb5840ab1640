import type { Server } from "node:http";

/** How long clients that keep their connections are told to leave before nothing new is accepted. */
const FAREWELL_MS = 500;
/** How long requests that are under way may take to end. */
const DRAIN_MS = 10_000;
/** How often connections that have become idle are closed. */
const SWEEP_MS = 50;

/**
 * Ends a server so that no busy client sees its connection break: for half a second every answer says
 * `Connection: close` (RFC 9112 §9.6), so that clients leave by themselves, then nothing new is accepted, and requests
 * under way have ten seconds to end. Without open connections it ends at once.
 */
export async function drained(server: Server): Promise<void> {
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
  if ((await connections(server)) > 0) await new Promise((resolve) => setTimeout(resolve, FAREWELL_MS));
  // Node closes the connections that are idle now; those whose last answer is still to come stay open after it.
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
