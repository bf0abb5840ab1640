import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDirectory } from "./directory-lock";

const hasProc = existsSync("/proc/self/stat");
const fieldsOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};
const startOf = (pid: number) => fieldsOf(pid)[19]!;

describe.runIf(hasProc)("the lock of a data directory", () => {
  let directory: string;
  let file: string;
  let child: ChildProcess | null;
  beforeEach(() => {
    directory = mkdtempSync(path.join(os.tmpdir(), "castellan-lock-"));
    file = path.join(directory, "lock");
    child = null;
  });
  afterEach(() => {
    child?.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  });

  /** Starts a process that holds the lock. */
  const holder = (...command: string[]) => {
    child = spawn(command[0]!, command.slice(1), { stdio: ["ignore", "pipe", "ignore"] });
    writeFileSync(file, `${child.pid} ${startOf(child.pid!)}\n`);
    return child.pid!;
  };

  it("names its holder, and is removed at the release", async () => {
    const release = await lockDirectory(directory);
    expect(readFileSync(file, "utf8")).toBe(`${process.pid} ${startOf(process.pid)}\n`);
    release();
    expect(existsSync(file)).toBe(false);
  });

  it("is refused while its holder runs", async () => {
    const pid = holder("sleep", "60");
    await expect(lockDirectory(directory, { patienceMs: 200 })).rejects.toThrow(`in use by process ${pid}`);
    expect(existsSync(file)).toBe(true);
  });

  it("is refused at once to its own process", async () => {
    const release = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow("in use by process");
    release();
  });

  it("is taken over from a holder that ends during the start", async () => {
    const pid = holder("sleep", "0.5");
    const waits: number[] = [];
    const release = await lockDirectory(directory, { onWait: (by) => void waits.push(by) });
    expect(waits).toEqual([pid]);
    release();
  });

  it("never exists without the name of its holder", async () => {
    const contents = new Set<string>();
    const reader = new Worker(
      `const { readFileSync } = require("node:fs");
       const { parentPort, workerData } = require("node:worker_threads");
       let ends = false;
       parentPort.once("message", () => (ends = true));
       const read = () => {
         for (let times = 0; times < 200; times++)
           try { parentPort.postMessage(readFileSync(workerData, "utf8")); } catch {}
         if (ends) parentPort.close(); else setImmediate(read);
       };
       parentPort.postMessage("ready");
       read();`,
      { eval: true, workerData: file },
    );
    await new Promise((resolve) => reader.once("message", resolve));
    reader.on("message", (content: string) => contents.add(content));
    for (let times = 0; times < 2_000; times++) {
      const release = await lockDirectory(directory);
      release();
    }
    reader.postMessage("end");
    await new Promise((resolve) => reader.once("exit", resolve));
    expect([...contents]).toEqual([`${process.pid} ${startOf(process.pid)}\n`]);
  });

  it("is taken over from a zombie", async () => {
    // The child becomes a zombie: `exec` replaces the shell by `sleep`, which never reads the status of the child.
    child = spawn("sh", ["-c", "sleep 0.5 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const pid = await new Promise<number>((resolve) =>
      child!.stdout!.once("data", (text) => resolve(Number(String(text)))),
    );
    await expect.poll(() => fieldsOf(pid)[0], { timeout: 15_000 }).toBe("Z");
    writeFileSync(file, `${pid} ${startOf(pid)}\n`);
    const release = await lockDirectory(directory, { patienceMs: 0 });
    release();
  });

  it("is taken over if another process has the pid of its holder", async () => {
    const pid = holder("sleep", "60");
    writeFileSync(file, `${pid} ${Number(startOf(pid)) - 1}\n`);
    const release = await lockDirectory(directory, { patienceMs: 0 });
    release();
  });

  it("is taken over if its file names no process", async () => {
    writeFileSync(file, "");
    const release = await lockDirectory(directory, { patienceMs: 0 });
    release();
  });
});
