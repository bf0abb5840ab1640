import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { lockDirectory } from "./directory-lock";

/** A running embedded database, with its socket and a function that stops it. */
export interface EmbeddedDatabase {
  socketPath: string;
  /** Returns the whole database as bytes, from which another in-memory database can start. */
  snapshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  snapshot?: Buffer | undefined;
  /** Called if another process uses the directory and the start waits for its end. */
  onWait?: ((holder: number) => void) | undefined;
}

const workerFile = () =>
  path.join(/*turbopackIgnore: true*/ process.cwd(), "server", "store", "pglite-worker.mjs");

/** Creates the directory of its files, which only this user can read. */
function ownFolder(directory: string) {
  const folder = path.join(directory, "pglite");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

/** Starts PGlite in a worker thread, on a directory that no other process uses, or in memory for null. */
export async function startEmbedded(
  directory: string | null,
  { snapshot, onWait }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const unlock = directory === null ? () => {} : await lockDirectory(directory, { onWait });
  const dataDir = directory === null ? "memory://" : ownFolder(directory);
  // In the temporary directory, because the path of a socket has at most about 100 characters.
  const socketDirectory = mkdtempSync(path.join(os.tmpdir(), "castellan-"));
  const socketPath = path.join(socketDirectory, "db");
  const worker = new Worker(workerFile(), {
    workerData: {
      dataDir,
      socketPath,
      maxConnections: 4,
      snapshot,
    },
    // NODE_OPTIONS and a test runner's loader apply to the main thread only.
    execArgv: [],
  });
  const release = () => {
    rmSync(socketDirectory, { recursive: true, force: true });
    unlock();
  };
  const answer = <T>(accept: (message: unknown) => T | undefined) =>
    new Promise<T>((resolve, reject) => {
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

  try {
    await answer((message) => (message === "ready" ? true : undefined));
  } catch (error) {
    release();
    throw error;
  }
  return {
    socketPath,
    snapshot: () => {
      const taken = answer((message) => (message as { snapshot?: Buffer }).snapshot);
      worker.postMessage("snapshot");
      return taken;
    },
    close: async () => {
      const closed = answer((message) => (message === "closed" ? true : undefined));
      worker.postMessage("close");
      await closed.catch(() => {});
      await worker.terminate();
      release();
    },
  };
}
