import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Time in milliseconds for which a start waits for the holder of the lock. A process that was killed, or is stopping, may still
 * run for a moment.
 */
const PATIENCE_MS = 10_000;
/** Interval in milliseconds at which the lock is tried again. */
const RETRY_MS = 50;

export interface LockOptions {
  patienceMs?: number;
  /** Called once, if another process holds the lock and the start waits for it. */
  onWait?: (holder: number) => void;
}

/**
 * Locks a data directory for this process. Returns the function that releases it. Two embedded databases on one directory corrupt
 * it within seconds, and PGlite does not refuse the second. The file names the holder by pid and start time. Takes over the lock
 * of a process that has ended, also of a zombie or if another process has its pid. Waits for a live holder, and throws if the
 * holder does not end in time.
 */
export async function lockDirectory(
  directory: string,
  { patienceMs = PATIENCE_MS, onWait }: LockOptions = {},
): Promise<() => void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, "lock");
  const deadline = performance.now() + patienceMs;
  for (let waits = 0; ;) {
    const content = `${process.pid} ${processOf(process.pid)?.started}\n`;
    if (created(file, content)) return () => rmSync(file, { force: true });
    const left = contentOf(file);
    if (left === null) continue;
    const holder = liveHolder(left);
    if (holder === null) {
      removeLeft(file, left);
      continue;
    }
    // The holder cannot be another process, so waiting is useless.
    if (holder === process.pid || performance.now() > deadline) {
      throw new Error(
        `The data directory ${directory} is in use by process ${holder}. Stop it first, or set DATA_DIR to another directory.`,
      );
    }
    if (waits++ === 0) onWait?.(holder);
    await sleep(RETRY_MS);
  }
}

/**
 * Creates the file with its content in one step, because another start would take over a lock whose holder is not written yet.
 * Returns false if the file exists.
 */
function created(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns the content of a file; null if there is none. */
function contentOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/**
 * Removes a lock with this content. Moves the file first. If another start has replaced the lock meanwhile, puts that lock back.
 * Without the move, the lock of that start could be removed, and both processes would use the directory.
 */
function removeLeft(file: string, left: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (contentOf(aside) !== left) linkSync(aside, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  rmSync(aside, { force: true });
}

/** Returns the pid in the content of a lock if that process still runs, else null. */
function liveHolder(content: string): number | null {
  const [pidText = "", started = ""] = content.trim().split(" ");
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return processOf(pid)?.started === started ? pid : null;
}

/** States of proc(5) of processes that have ended: zombie and dead. They hold no files. */
const ENDED = new Set(["Z", "X", "x"]);

/**
 * Returns the start of a running process in clock ticks since boot (proc(5), field 22); "unknown" without /proc. Returns null if
 * there is no such process, or if it has ended and its parent has not read its status.
 */
function processOf(pid: number): { started: string } | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in parentheses, can contain spaces.
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // The main thread of a killed process ends first. The thread of the database can still write.
    const isAlone = Number(fields[16]) <= 1;
    return ENDED.has(state) && isAlone ? null : { started: fields[18] ?? "unknown" };
  } catch {
    return { started: "unknown" };
  }
}
