import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { createRenderPool } from "./pool";

const pool = createRenderPool({
  workers: 1,
  queue: 2,
  timeoutMs: 3_000,
  memoryMb: 256,
  log: pino({ level: "silent" }),
});
afterAll(() => pool.close());

const plain = { template: "<p>x", data: {}, options: {} };
/** Takes longer than anything may. */
const endless = {
  template: `<style>${Array.from({ length: 300 }, (_, index) => `div:has(p:has(~ p:has(~ .x${index}))){color:red}`).join("")}</style><div>${"<p>x</p>".repeat(3_000)}</div>`,
  data: {},
  options: {},
};

describe("the threads that render", () => {
  it("end what takes too long, send away who waits too long or comes too late, and go on", async () => {
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
      // It waited for as long as the first one took: begun in that moment, or sent away.
      expect.toSatisfy((status: number) => status === 422 || status === 503),
      expect.toSatisfy((status: number) => status === 200 || status === 503),
      503,
    ]);
    await expect(pool.render(plain)).resolves.toMatchObject({ warnings: [] });
  }, 30_000);
});
