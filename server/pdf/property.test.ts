import fc from "fast-check";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { hostileTemplates } from "@/server/testing/hostile-templates";
import { AppError } from "../kernel/errors";
import { createRenderPool } from "./pool";

const pool = createRenderPool({
  workers: 1,
  queue: 5,
  timeoutMs: 19_500,
  memoryMb: 768,
  log: pino({ level: "silent" }),
});
afterAll(() => pool.close());

describe("rendering", () => {
  it("gives a whole PDF or a TemplateError for a sample of templates and data", async () => {
    let rendered = 0;
    await fc.assert(
      fc.asyncProperty(hostileTemplates, fc.object(), async (parts, data) => {
        const made = await pool
          .render({ template: parts.join(""), data, options: {} })
          .catch((error: unknown) => {
            if (!(error instanceof AppError) || error.status !== 422) throw error;
            return null;
          });
        if (!made) return;
        rendered += 1;
        const bytes = Buffer.from(made.pdf);
        expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
        expect(bytes.subarray(-8).toString()).toContain("%%EOF");
      }),
      { seed: 1, numRuns: 10 },
    );
    expect(rendered).toBeGreaterThan(0);
  });
});
