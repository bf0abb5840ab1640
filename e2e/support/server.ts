import { startOwnServer } from "./own-server";

/**
 * Playwright's global setup: starts the server that all tests share. Returns a function that stops it. Workers read
 * its address from the environment.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const { url, seedFile, stop } = await startOwnServer(() => ["--enable-source-maps", "dist/main.js"], {
    // The tests' receivers and feeds are on this machine.
    WEBHOOK_ALLOW_PRIVATE: "1",
  });
  process.env["E2E_BASE_URL"] = url;
  process.env["E2E_SEED"] = seedFile;
  return stop;
}
