import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/chromium.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/support/server.ts",
  // One server with one seed stands behind all tests.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 2 : 0,
  // Far more than anything takes: what is tested is what happens, not how busy the machine is. bench/ measures that.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    // No trace: it takes a third more time, and of CI only what was printed is kept. `--trace on` makes one.
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "chromium",
      use: {
        ...devices["Desktop Chrome"],
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          // Chromium's sandbox refuses root, which CI is.
          args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
          env: {
            ...process.env,
            FONTCONFIG_FILE: fileURLToPath(new URL("e2e/support/fonts.conf", import.meta.url)),
          },
        },
      },
    },
  ],
});
