import { existsSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const MB = 1024 * 1024;

/** Free bytes on the file system of the embedded database. `full`: it accepts no changes. */
export interface FreeSpace {
  bytes: number;
  state: "enough" | "low" | "full";
}

/** Bytes below which a warning is logged. */
const LOW = 512 * MB;
/** Bytes below which changes are refused. PostgreSQL writes its log in files of 16 MB, and ends if it cannot create one. */
const FULL = 48 * MB;
/** Bytes from which changes are accepted again. */
const ENOUGH_AGAIN = 64 * MB;
/**
 * Size in bytes of the file that keeps space for a restart. Another program can use all free space between two checks. The file is then
 * removed, because PostgreSQL needs space to recover.
 */
const RESERVE = 32 * MB;
/** Interval of the checks in milliseconds. */
const CHECK_MS = 500;
/** Maximum time in milliseconds in which a database without free space answers. PGlite never answers after a failed write of its log. */
const ANSWER_MS = 5_000;

/** Number of failed statements in a row after which the database is started again. */
const MOST_FAILURES = 3;

/** Returns the state for this number of free bytes, after the state `before`. */
export function stateOf(bytes: number, before: FreeSpace["state"]): FreeSpace["state"] {
  if (bytes < (before === "full" ? ENOUGH_AGAIN : FULL)) return "full";
  return bytes < LOW ? "low" : "enough";
}

/** Returns the bytes that a file system has free for this user. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Creates the file that keeps space in a data directory. */
export function spaceReserve(directory: string) {
  const file = path.join(directory, "reserve");
  return {
    /** Returns true if the file exists. */
    isKept: () => existsSync(file),
    /** Removes the file. Returns after the space is free. */
    release: () => rm(file, { force: true }),
    /** Creates the file if enough free space remains besides it. If this fails, removes the file and does not throw. */
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

/** Throws if the file system has too little free space to start a database. Uses the reserve first. */
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
  /** Accepts or refuses changes in the database, from the next transaction on. */
  setReadOnly: (readOnly: boolean) => Promise<unknown>;
  /** Returns true if the database ended by itself. */
  hasFailed: () => boolean;
  /** Ends the database, which may not answer, and starts it again. */
  restart: () => Promise<void>;
  /** Called at each change of the state, and at each restart. */
  onSpace?: ((space: FreeSpace, event: "changed" | "restarted") => void) | undefined;
  /** Returns the free bytes. Tests replace it. */
  free?: ((directory: string) => Promise<number>) | undefined;
}

/**
 * Watches the free space of an embedded database. Without free space, the database refuses changes (SQLSTATE 25006) and continues
 * to read. It accepts changes again when there is free space. Restarts a database that ended by itself, or that does not answer any
 * more because it had no free space.
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
  /** Setting of the database; null if it is not known. */
  let isReadOnly: boolean | null = false;
  let failures = 0;

  /** Sets the state in the database. Restarts the database if it does not answer in time. */
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
    // The connection to a database that has just started can fail once.
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
    // Repeated without free space: the answer shows that the database still works.
    if (readOnly || isReadOnly !== readOnly || hasFailed()) await apply(readOnly);
    if (state !== "full" && !reserve.isKept()) await reserve.keep();
  }

  async function run() {
    while (!stopping.signal.aborted) {
      // A failed check is repeated. The database refuses what it cannot do.
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
