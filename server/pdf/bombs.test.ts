import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { bombs, quickBombs } from "@/server/testing/pdf-bombs";
import { createRenderPool } from "./pool";

const pool = createRenderPool({
  workers: 1,
  queue: 5,
  timeoutMs: 19_500,
  memoryMb: 768,
  log: pino({ level: "silent" }),
});
afterAll(() => pool.close());

describe("hostile templates", () => {
  it.each(Object.entries(quickBombs))("%s", async (name, refusal) => {
    const { template, data = {} } = bombs[name]!();
    const outcome = await pool.render({ template, data, options: {} }).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(outcome).toBe(refusal);
  });

  it("do not affect the next document", async () => {
    const { pdf } = await pool.render({ template: "<p>x", data: {}, options: {} });
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe("%PDF-");
  });
});
