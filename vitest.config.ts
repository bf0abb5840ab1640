import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    environment: "node",
    include: [
      "server/**/*.test.ts",
      "db/**/*.test.ts",
      "components/**/*.test.ts",
      "app/**/*.test.ts",
      "scripts/**/*.test.*",
    ],
    // Processes, because the embedded database and argon2 do not share one well; two, because CI has two cores.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Far more than anything takes: what is tested is the outcome, not how busy the machine is.
    expect: { poll: { timeout: 15_000 } },
    // As in playwright.config.ts: a busy machine fails no submission, and the summary names what was tried again.
    retry: process.env.CI ? 1 : 0,
    // Within a file one test after the other, in the order in which they are written.
    sequence: { concurrent: false, shuffle: false },
  },
});
