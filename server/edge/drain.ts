import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface DrainOptions {
  /** Time in milliseconds for which the server goes on accepting requests, until load balancers read /readyz. */
  delayMs?: number;
  /** Ends the delay early. */
  hurry?: AbortSignal;
  /** Waits until the time in milliseconds is over or the signal is aborted. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

/** Minimum time in milliseconds in which answers request clients to close kept connections. */
const FAREWELL_MS = 500;
/** Maximum time in milliseconds from the end of the delay until the server refuses new connections. */
const LEAVING_MS = 1_000;
/** Maximum time in milliseconds for requests in progress, after the server refuses new connections. */
const DRAIN_MS = 10_000;
/** Interval in milliseconds at which idle connections are closed. */
const SWEEP_MS = 50;

/**
 * Stops a server without breaking the connection of a client. From the call on, every answer has `Connection: close`
 * (RFC 9112 §9.6), so that clients leave. The server accepts new connections until the delay is over and the last client has left,
 * at most a second later. Then requests in progress have ten seconds. Without a delay and without open connections it stops at once.
 */
export async function drained(
  server: Server,
  { delayMs = 0, hurry, wait = pause }: DrainOptions = {},
): Promise<void> {
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
  await wait(delayMs, hurry);
  if (delayMs < FAREWELL_MS && (await connections(server)) > 0) await wait(FAREWELL_MS - delayMs, hurry);
  // Node closes only the connections that are idle now. The others stay open after their last answer, so the
  // sweep closes them.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const left = performance.now() + LEAVING_MS;
  while ((await connections(server)) > 0 && performance.now() < left) await wait(SWEEP_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
  clearTimeout(deadline);
}

const pause = (ms: number, signal?: AbortSignal) =>
  sleep(ms, undefined, { ...(signal && { signal }) }).catch(() => {});

const connections = (server: Server) =>
  new Promise<number>((resolve) =>
    server.getConnections((error, count) => resolve(error === null ? count : 0)),
  );
