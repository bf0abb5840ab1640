import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { createRenderPool } from "./pool";

const pool = createRenderPool({
  workers: 1,
  queue: 2,
  timeoutMs: 4_000,
  memoryMb: 256,
  log: pino({ level: "silent" }),
});
afterAll(() => pool.close());

const plain = { template: "<p>x", data: {}, options: {} };
/** A job that takes longer than the time limit. */
const endless = {
  template: `<style>${Array.from({ length: 300 }, (_, index) => `div:has(p:has(~ p:has(~ .x${index}))){color:red}`).join("")}</style><div>${"<p>x</p>".repeat(3_000)}</div>`,
  data: {},
  options: {},
};

describe("the render pool", () => {
  it("ends slow jobs, refuses late ones and continues", async () => {
    await pool.render(plain);
    const outcomes = await Promise.allSettled([
      pool.render(endless),
      pool.render(endless),
      pool.render(plain),
      pool.render(plain),
    ]);
    expect(
      outcomes.map((one) => (one.status === "rejected" ? (one.reason as { status: number }).status : 200)),
    ).toEqual([
      422,
      // The second job waits for the first job. The second job is then refused while it waits (503), or runs until its time
      // limit (422).
      expect.toSatisfy((status: number) => status === 422 || status === 503),
      expect.toSatisfy((status: number) => status === 200 || status === 503),
      503,
    ]);
    await expect(pool.render(plain)).resolves.toMatchObject({ warnings: [] });
  }, 30_000);
});
