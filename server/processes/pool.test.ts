import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { createProcessPool } from "./pool";

describe("a pool of processes", () => {
  const pool = createProcessPool<string, string>({
    workers: 1,
    queue: 5,
    timeoutMs: 30_000,
    memoryMb: 64,
    script: { name: "greedy-program", entry: "server/testing/greedy-program.ts" },
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

  it("ends its processes when it is closed, also during a job", async () => {
    const running = pool.run("many small objects", "a");
    const outcome = expect(running).rejects.toMatchObject({ fault: "broken" });
    await pool.close();
    await outcome;
  });
});
