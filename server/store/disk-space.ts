import { existsSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";

const MB = 1024 * 1024;

/** Free space on the file system of the embedded database. In state `full`, the database refuses changes. */
export interface FreeSpace {
  bytes: number;
  state: "enough" | "low" | "full";
}

/** Free bytes below which a warning is logged. */
const LOW = 512 * MB;
/**
 * Free bytes below which the database refuses changes. PostgreSQL writes its write-ahead log in files of 16 MB, and ends if it
 * cannot create such a file.
 */
const FULL = 48 * MB;
/** Free bytes from which the database accepts changes again. */
const ENOUGH_AGAIN = 64 * MB;
/**
 * Size in bytes of a reserve file. If another program uses all free space between two checks, the guard removes this file and
 * restarts the database, because PostgreSQL needs free space to recover.
 */
const RESERVE = 32 * MB;
/** Interval between two checks, in milliseconds. */
const CHECK_MS = 500;
/**
 * Maximum time in milliseconds for an answer of the database. After this time, the database is restarted. The limit is needed
 * because PGlite never answers after a failed write of its log.
 */
const ANSWER_MS = 5_000;

/** Number of consecutive failed statements after which the database is restarted. */
const MOST_FAILURES = 3;

/** Returns the state for this number of free bytes. The limit for `full` depends on the previous state `before`. */
export function stateOf(bytes: number, before: FreeSpace["state"]): FreeSpace["state"] {
  if (bytes < (before === "full" ? ENOUGH_AGAIN : FULL)) return "full";
  return bytes < LOW ? "low" : "enough";
}

/** Returns the number of bytes that this process can still write on the file system of a directory. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Creates an object that manages the reserve file in a data directory. */
export function spaceReserve(directory: string) {
  const file = path.join(directory, "reserve");
  return {
    /** Returns true if the reserve file exists. */
    isKept: () => existsSync(file),
    /** Removes the reserve file. */
    release: () => rm(file, { force: true }),
    /**
     * Creates the reserve file if enough space stays free after that. If the write fails, removes the file and does not throw.
     */
    keep: async () => {
      try {
        if ((await freeBytes(directory)) > ENOUGH_AGAIN + RESERVE)
          await writeFile(file, Buffer.alloc(RESERVE));
      } catch {
        await rm(file, { force: true });
      }
    },
  };
}

/**
 * Throws if the file system has too little free space to start a database. Removes the reserve file before it throws, and
 * measures again.
 */
export async function requireSpace(directory: string): Promise<void> {
  if ((await freeBytes(directory)) >= RESERVE) return;
  await spaceReserve(directory).release();
  const bytes = await freeBytes(directory);
  if (bytes < RESERVE)
    throw new Error(
      `The file system of ${directory} has ${Math.floor(bytes / MB)} MB of free space. The database needs ${RESERVE / MB} MB to start.`,
    );
}

export interface SpaceGuardDeps {
  directory: string;
  /** Sets whether the database refuses changes, from the next transaction on. */
  setReadOnly: (readOnly: boolean) => Promise<unknown>;
  /** Returns true if the database ended without a call of `close` or `restart`. */
  hasFailed: () => boolean;
  /** Ends the database, even if the database does not answer, and starts it again. */
  restart: () => Promise<void>;
  /** Called at each change of the state and at each restart. */
  onSpace?: ((space: FreeSpace, event: "changed" | "restarted") => void) | undefined;
  /** Returns the number of free bytes. Tests replace this function. */
  free?: ((directory: string) => Promise<number>) | undefined;
}

/**
 * Watches the free space of an embedded database. Without free space, the database refuses changes (SQLSTATE 25006) and still
 * answers reads. When space is free again, the database accepts changes again. Restarts the database if it has failed, or if it
 * does not answer any more because of missing space.
 */
export function startSpaceGuard({
  directory,
  setReadOnly,
  hasFailed,
  restart,
  onSpace,
  free = freeBytes,
}: SpaceGuardDeps) {
  const stopping = new AbortController();
  const reserve = spaceReserve(directory);
  let space: FreeSpace = { bytes: Infinity, state: "enough" };
  /** Last read-only mode that was set in the database. Null if the mode of the database is unknown. */
  let isReadOnly: boolean | null = false;
  let failures = 0;

  /**
   * Sets the read-only mode of the database. Restarts the database if there is no answer in time or if three calls fail in a
   * row.
   */
  async function apply(readOnly: boolean) {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)]);
    const silence = new Promise<"silent">((resolve) =>
      signal.addEventListener("abort", () => resolve("silent")),
    );
    const answer = setReadOnly(readOnly).then(
      () => "set" as const,
      () => "failed" as const,
    );
    const outcome = await Promise.race([answer, silence]);
    failures = outcome === "failed" ? failures + 1 : 0;
    isReadOnly = outcome === "set" ? readOnly : null;
    if (outcome === "set" || stopping.signal.aborted) return;
    // The first statement after a start of the database can fail. Therefore, a single failure causes no restart.
    if (outcome === "failed" && failures < MOST_FAILURES) return;
    await reserve.release();
    await restart();
    onSpace?.(space, "restarted");
  }

  async function check() {
    const bytes = await free(directory);
    const state = stateOf(bytes, space.state);
    const before = space.state;
    space = { bytes, state };
    if (state !== before) onSpace?.(space, "changed");
    const readOnly = state === "full";
    // Without free space, the mode is set at every check, because the answer shows that the database still works.
    if (readOnly || isReadOnly !== readOnly || hasFailed()) await apply(readOnly);
    if (state !== "full" && !reserve.isKept()) await reserve.keep();
  }

  async function run() {
    while (!stopping.signal.aborted) {
      // If a check fails, the next check follows after the interval. Until then, the database itself refuses each write for
      // which there is no space.
      await check().catch(() => {});
      await sleep(CHECK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return {
    space: () => space,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

const spaceMessages = {
  full: "the disk is full: changes are refused, reading works",
  low: "the disk has little free space left",
  enough: "the disk has enough free space",
};

/** Logs a change of the free space of the embedded database, or a restart that the lack of space required. */
export function logSpace(log: Logger, { bytes, state }: FreeSpace, event: "changed" | "restarted") {
  const free = { freeMegabytes: Math.floor(bytes / MB) };
  if (event === "restarted") log.error(free, "the database was restarted, because the disk was full");
  else log[state === "full" ? "error" : state === "low" ? "warn" : "info"](free, spaceMessages[state]);
}
