import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Time in milliseconds for which a start waits for the process that holds the lock. A killed or stopping process can run for a
 * moment longer.
 */
const PATIENCE_MS = 10_000;
/** Interval in milliseconds between two attempts to take the lock. */
const RETRY_MS = 50;

export interface LockOptions {
  patienceMs?: number;
  /** Called once if another process holds the lock and the start waits for that process. */
  onWait?: (holder: number) => void;
}

/**
 * Locks a data directory for this process. Returns the function that releases the lock. Two embedded databases on one directory
 * corrupt the data within seconds, and PGlite does not refuse the second database. The lock is a file with the pid and the
 * start time of its holder.
 *
 * If the holder has ended, is a zombie, or its pid belongs to another process now, takes over the lock. If the holder is alive,
 * waits for its end. Throws if the holder does not end in time.
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
    // If the pid in the file is that of this process, this process already has the directory open, and waiting is useless.
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
 * Creates the file together with its content in one step. With an empty file, another start would find no holder and take over
 * the lock. Returns false if the file exists.
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

/** Returns the content of a file. Returns null if the file does not exist. */
function contentOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/**
 * Removes the lock file if it has this content. First moves the file away and compares its content. If another start has
 * replaced the lock meanwhile, puts the file back. Without the move, this function could delete the lock of the other start,
 * and both processes would use the directory.
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

/** Returns the pid in the content of a lock file if that process still runs, else null. */
function liveHolder(content: string): number | null {
  const [pidText = "", started = ""] = content.trim().split(" ");
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return processOf(pid)?.started === started ? pid : null;
}

/** States in proc(5) of a process that has ended: zombie (Z) and dead (X, x). Such a process has no open files. */
const ENDED = new Set(["Z", "X", "x"]);

/**
 * Returns the start time of a running process in clock ticks since boot (proc(5), field 22), or "unknown" if /proc is missing.
 * Returns null if no process has this pid, or if the process is a zombie.
 */
function processOf(pid: number): { started: string } | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program name is in parentheses and can contain spaces. Therefore, the fields are split after the last parenthesis.
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // When a process is killed, its main thread can end first. Another thread, for example the database thread, can then still
    // write files.
    const isAlone = Number(fields[16]) <= 1;
    return ENDED.has(state) && isAlone ? null : { started: fields[18] ?? "unknown" };
  } catch {
    return { started: "unknown" };
  }
}
