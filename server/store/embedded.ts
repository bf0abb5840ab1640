import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { lockDirectory } from "./directory-lock";
import { requireSpace } from "./disk-space";
import { announceSocket } from "./running-database";

/** A running embedded database that serves a Unix socket. */
export interface EmbeddedDatabase {
  socketPath: string;
  /** Returns the whole database as bytes. Another database in memory can start with these bytes. */
  snapshot(): Promise<Buffer>;
  /** Ends the database, even if the database does not answer, and starts it again. Closes all its connections. */
  restart(): Promise<void>;
  /** Returns true if the database ended by itself and was not restarted after that. */
  hasFailed(): boolean;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  snapshot?: Buffer | undefined;
  /** Called if another process uses the directory and the start waits for the end of that process. */
  onWait?: ((holder: number) => void) | undefined;
}

const workerFile = () =>
  path.join(/*turbopackIgnore: true*/ process.cwd(), "server", "store", "pglite-worker.mjs");

/** Creates the directory of the database files. Only the user of this process can read this directory. */
function ownFolder(directory: string) {
  const folder = path.join(directory, "pglite");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

/**
 * Maximum time in milliseconds of the first start, which can include the creation of the database or its recovery after a
 * crash.
 */
const START_MS = 300_000;
/** Maximum time in milliseconds of a restart. If a restart takes longer, disk-space.ts tries again. */
const RESTART_MS = 30_000;
/**
 * Maximum time in milliseconds in which the database closes its files. The limit is needed because PGlite never answers after a
 * failed write of its log.
 */
const CLOSE_MS = 15_000;

/** Connections of the server (the pool, the space guard, one for migrations) and of a backup. */
const MAX_CONNECTIONS = 5;

/**
 * Starts PGlite in a worker thread. Locks `directory` against other processes. If `directory` is null, the database is in
 * memory.
 */
export async function startEmbedded(
  directory: string | null,
  { snapshot, onWait }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const unlock = directory === null ? () => {} : await lockDirectory(directory, { onWait });
  // The socket is in the temporary directory, because the path of a Unix socket has at most about 100 characters.
  const socketDirectory = mkdtempSync(path.join(os.tmpdir(), "castellan-"));
  const socketPath = path.join(socketDirectory, "db");
  const withdraw = directory === null ? () => {} : announceSocket(directory, socketPath);
  const release = () => {
    withdraw();
    rmSync(socketDirectory, { recursive: true, force: true });
    unlock();
  };
  let hasFailed = false;
  const start = async (limitMs: number, from?: Buffer) => {
    const dataDir = directory === null ? "memory://" : ownFolder(directory);
    const started = new Worker(workerFile(), {
      workerData: { dataDir, socketPath, maxConnections: MAX_CONNECTIONS, snapshot: from },
      // NODE_OPTIONS and a test runner's loader apply to the main thread only.
      execArgv: [],
    });
    try {
      await inTime(
        answerOf(started, (message) => (message === "ready" ? true : undefined)),
        limitMs,
      );
    } catch (error) {
      await started.terminate();
      throw error;
    }
    hasFailed = false;
    return started.on("error", (error: Error) => {
      // The data of a database in memory is lost, and nothing restarts such a database.
      if (directory === null) throw error;
      // `startSpaceGuard` (disk-space.ts) restarts the database.
      hasFailed = true;
    });
  };

  let worker: Worker;
  try {
    if (directory !== null) await requireSpace(directory);
    worker = await start(START_MS, snapshot);
  } catch (error) {
    release();
    throw error;
  }
  return {
    socketPath,
    snapshot: () => {
      const taken = answerOf(worker, (message) => (message as { snapshot?: Buffer }).snapshot);
      worker.postMessage("snapshot");
      return taken;
    },
    restart: async () => {
      await worker.terminate();
      rmSync(socketPath, { force: true });
      worker = await start(RESTART_MS);
    },
    hasFailed: () => hasFailed,
    close: async () => {
      const closed = answerOf(worker, (message) => (message === "closed" ? true : undefined));
      worker.postMessage("close");
      await inTime(closed, CLOSE_MS).catch(() => {});
      await worker.terminate();
      release();
    },
  };
}

/**
 * Returns the result of `accept` for the first message of a worker that `accept` does not ignore. Throws if the worker ends
 * before this message.
 */
function answerOf<T>(worker: Worker, accept: (message: unknown) => T | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const settle = (outcome: () => void) => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      outcome();
    };
    const onMessage = (message: unknown) => {
      const value = accept(message);
      if (value !== undefined) settle(() => resolve(value));
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (code: number) =>
      settle(() => reject(new Error(`The embedded database ended with code ${code}.`)));
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}

/** Returns the result of `work`. Throws if `work` takes longer than `ms` milliseconds. */
function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = sleep(ms, null, { ref: false }).then(() => {
    throw new Error(`The embedded database did not answer for ${ms / 1_000} seconds.`);
  });
  return Promise.race([work, late]);
}
