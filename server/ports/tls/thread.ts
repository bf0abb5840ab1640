import type { Logger } from "pino";
import { Worker } from "node:worker_threads";
import { scriptOf } from "../../processes/script";
import type { Opening } from "./messages";

/*
 * The thread of all TLS connections of this process to servers of others. It starts with the first
 * connection.
 */

const SCRIPT = { name: "tls-worker", entry: "server/ports/tls/worker.ts" };
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** Maximum number of handshakes of one organization at the same time. */
const MOST_OF_ONE = 200;

let thread: Promise<Worker> | null = null;
let log: Logger | null = null;
/** A callback for each open connection, called when the thread ends. */
const connections = new Set<() => void>();
const handshakes = new Map<string, number>();

/** Sets the log for an unexpected end of the thread. */
export const logTlsThread = (to: Logger) => void (log = to);

async function start(): Promise<Worker> {
  // The operator uses this setting of Node to accept other certificates.
  const unauthorized = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  const env: Record<string, string> =
    unauthorized === undefined ? {} : { NODE_TLS_REJECT_UNAUTHORIZED: unauthorized };
  const file = await scriptOf(SCRIPT);
  // Hides the worker from Next, which would bundle its script. The script is a separate program with its own files.
  const worker = Reflect.construct(Worker, [
    file,
    { env: { NODE_ENV: "production", ...env }, resourceLimits: LIMITS, stdout: true, stderr: true },
  ]) as Worker;
  worker.unref();
  // Its output is discarded, so that it does not fill the memory.
  worker.stdout.resume();
  worker.stderr.resume();
  let reason: unknown = null;
  worker.on("error", (error) => (reason = error));
  worker.on("exit", () => {
    thread = null;
    log?.error({ err: reason }, "the thread of encrypted connections ended");
    for (const lost of [...connections]) lost();
  });
  return worker;
}

/**
 * Counts a handshake. Returns false if the organization has too many. Call `endHandshake` after a handshake
 * that was counted.
 */
export function beginHandshake(by: string): boolean {
  const running = handshakes.get(by) ?? 0;
  if (running >= MOST_OF_ONE) return false;
  handshakes.set(by, running + 1);
  return true;
}

export function endHandshake(by: string) {
  const left = (handshakes.get(by) ?? 0) - 1;
  if (left > 0) handshakes.set(by, left);
  else handshakes.delete(by);
}

/**
 * Passes a connection to the thread. Calls `lost` if the thread ends. Returns a function that removes this
 * callback.
 */
export function openInThread(opening: Opening, lost: () => void): () => void {
  connections.add(lost);
  thread ??= start().catch((error: unknown) => {
    thread = null;
    log?.error({ err: error }, "the thread of encrypted connections does not start");
    throw error;
  });
  thread.then((worker) => worker.postMessage(opening, [opening.port])).catch(lost);
  return () => void connections.delete(lost);
}

/** Ends the thread, for tests of its loss. */
export const endTlsThread = async () => void (await (await thread)?.terminate());
