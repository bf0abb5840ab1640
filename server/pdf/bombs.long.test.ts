import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { bombs, quickBombs } from "@/server/testing/pdf-bombs";
import { AppError } from "../kernel/errors";
import { createRenderPool } from "./pool";

/*
 * Tests of hostile templates. Each template must be rendered or refused within the time limit. After that, the next document
 * must be rendered as usual.
 */

/** Time limit of one template in milliseconds. Shorter than the limit of the server (19.5 s), to keep the tests short. */
const TIMEOUT_MS = 6_000;
const pool = createRenderPool({
  workers: 1,
  queue: 5,
  timeoutMs: TIMEOUT_MS,
  memoryMb: 768,
  log: pino({ level: "silent" }),
});
afterAll(() => pool.close());

describe("hostile templates", () => {
  it.each(Object.keys(bombs).filter((name) => !(name in quickBombs)))(
    "%s",
    async (name) => {
      const { template, data = {} } = bombs[name]!();
      const started = performance.now();
      const refusal = await pool
        .render({ template: template.slice(0, 2 * 1024 * 1024), data, options: {} })
        .then(() => null)
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          expect(error.status).toBe(422);
          return error.message;
        });
      if (refusal !== null) expect(refusal).toMatch(/^\w.*\.$/);
      const took = performance.now() - started;
      expect(took).toBeLessThan(3 * TIMEOUT_MS);
    },
    60_000,
  );

  it("do not affect the next document", async () => {
    const { pdf } = await pool.render({ template: "<p>x", data: {}, options: {} });
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe("%PDF-");
  });
});
