import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

/**
 * Locks a data directory for this process. Two embedded databases on one directory corrupt it within seconds,
 * and PGlite does not refuse the second. The file names the holder by pid and start time. A lock of a killed
 * process, or of another process with a reused pid, is taken over.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, "lock");
  for (let attempt = 0; ; attempt++) {
    try {
      const handle = openSync(file, "wx", 0o600);
      writeSync(handle, `${process.pid} ${startTime(process.pid)}\n`);
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = liveHolder(file);
      if (holder !== null || attempt > 0) {
        throw new Error(
          `The data directory ${directory} is in use by process ${holder}. Stop it first, or set DATA_DIR to another directory.`,
        );
      }
      rmSync(file, { force: true });
    }
  }
}

/** Returns the pid in the lock file if that process still runs, else null. */
function liveHolder(file: string): number | null {
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  const [pidText = "", started = ""] = content.trim().split(" ");
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return null;
  }
  return startTime(pid) === started ? pid : null;
}

/** Returns the start of a process in clock ticks since boot (proc(5), field 22); "unknown" without /proc. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "unknown";
  } catch {
    return "unknown";
  }
}
