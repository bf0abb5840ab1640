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
    // Processes, because the embedded database and argon2 do not work well in one shared process. Two, because CI has two cores.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Much longer than any step takes, so that load on the machine does not fail a test.
    expect: { poll: { timeout: 15_000 } },
    // As in playwright.config.ts, a retry in CI prevents failures by a busy machine. The summary lists the repeated tests.
    retry: process.env.CI ? 1 : 0,
    // The tests of a file run one after another, in the order of the file.
    sequence: { concurrent: false, shuffle: false },
  },
});
