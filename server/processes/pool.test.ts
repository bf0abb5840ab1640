import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { createProcessPool } from "./pool";
import { scriptOf } from "./script";

const script = { name: "greedy-program", entry: "server/testing/greedy-program.ts" };

/** Program of a server that starts this program with an endless job, and then tells its process id. */
const hostOf = (file: string) => `
  const options = { serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] };
  const child = require("node:child_process").fork(${JSON.stringify(file)}, options);
  child.once("message", () => child.send("endless", () => process.send(child.pid)));
`;

/** Returns false for a process that has ended, also before its new parent has taken note. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("a pool of processes", () => {
  const pool = createProcessPool<string, string>({
    workers: 1,
    queue: 5,
    timeoutMs: 30_000,
    memoryMb: 64,
    script,
    log: pino({ level: "silent" }),
    keeps: () => true,
  });
  afterAll(() => pool.close());

  it.each(["one large object", "many small objects"])(
    "memory exhaustion: a job that takes %s ends its process, and neither the server nor the next job",
    async (job) => {
      await expect(pool.run(job, "a")).rejects.toMatchObject({ fault: "broken" });
      expect(await pool.run("nothing", "a")).toBe("nothing");
    },
  );

  it("a job without an end runs on after its server was killed: its process ends itself", async () => {
    const file = await scriptOf(script);
    const host = spawn(process.execPath, ["-e", hostOf(file)], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const [pid] = (await once(host, "message")) as [number];
    host.kill("SIGKILL");
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("ends its processes when it is closed, also during a job", async () => {
    const running = pool.run("many small objects", "a");
    const outcome = expect(running).rejects.toMatchObject({ fault: "broken" });
    await pool.close();
    await outcome;
  });
});
