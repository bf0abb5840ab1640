import { startOwnServer } from "./own-server";

/**
 * Playwright's global setup: the server that all tests share. What it gives back ends it. Workers learn of it through the
 * environment.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const { url, seedFile, stop } = await startOwnServer(() => ["--enable-source-maps", "dist/main.js"], {
    // Receivers and feeds of the tests are on this machine.
    WEBHOOK_ALLOW_PRIVATE: "1",
  });
  process.env["E2E_BASE_URL"] = url;
  process.env["E2E_SEED"] = seedFile;
  return stop;
}
