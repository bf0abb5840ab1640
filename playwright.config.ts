import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/chromium.mjs";

const executablePath = findChromium();

/** Files whose worker has another server. A change of servers costs two starts, so they come first. */
const otherServers = /(custom-domain|platform-messages)\.e2e\.ts$/;

const chromium = {
  ...devices["Desktop Chrome"],
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    // Chromium's sandbox does not run as root, and CI runs as root.
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    env: {
      ...process.env,
      FONTCONFIG_FILE: fileURLToPath(new URL("e2e/support/fonts.conf", import.meta.url)),
    },
  },
};

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  // Each worker starts a server with a database of its own (e2e/support/test.ts). Two, because CI has two cores. The files of one
  // worker share its server.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A second attempt on the same database proves less. scripts/test.mjs runs a failed file again, with a new server.
  retries: 0,
  // Much longer than any step takes, so that load on the machine does not fail a test. bench/ measures speed.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./e2e/support/budget-reporter.ts"]],
  use: {
    // No trace, because it takes a third more time and CI keeps only the printed output. `--trace on` records one.
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "own servers", testMatch: otherServers, use: chromium },
    { name: "chromium", testIgnore: otherServers, use: chromium },
  ],
});
