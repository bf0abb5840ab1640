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

  it("starvation: render one organization's document while another has 52 slow ones to render", async () => {
    const shared = createRenderPool({
      workers: 3,
      ofOne: 2,
      queue: 50,
      timeoutMs: 19_500,
      memoryMb: 256,
      log: pino({ level: "silent" }),
    });
    await Promise.all(["1", "2", "3"].map((by) => shared.render(plain, by)));
    const slow = { ...plain, template: `<div>${"<p>some words of a paragraph</p>".repeat(4_000)}</div>` };
    let ended = 0;
    const flood = Array.from({ length: 52 }, () =>
      shared
        .render(slow, "1")
        .catch(() => null)
        .finally(() => (ended += 1)),
    );
    await shared.render(plain, "2");
    expect(ended).toBeLessThan(10);
    await shared.close();
    await Promise.all(flood);
  }, 30_000);
});
