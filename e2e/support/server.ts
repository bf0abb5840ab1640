import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";

/*
 * Playwright's global setup: the built server on a free port, with a data directory of its own and the conformance
 * seed. What it gives back ends the server. Workers learn of it through the environment.
 */

const startLimit = 90_000;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

export default async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "castellan-e2e-"));
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const server = spawn(process.execPath, ["--enable-source-maps", "dist/main.js"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      BASE_URL: baseUrl,
      DATA_DIR: dataDir,
      // Always the embedded database: what somebody's shell names is not for tests.
      DATABASE_URL: "",
      SEED: "conformance",
      // Receivers and feeds of the tests are on this machine.
      WEBHOOK_ALLOW_PRIVATE: "1",
      LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));

  const stop = async () => {
    const hardStop = setTimeout(() => server.kill("SIGKILL"), 12_000);
    server.kill("SIGTERM");
    if (server.exitCode === null && server.signalCode === null) await exited;
    clearTimeout(hardStop);
    await rm(dataDir, { recursive: true, force: true });
  };

  const deadline = Date.now() + startLimit;
  for (;;) {
    const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (answer?.ok) break;
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error("The server under test did not start; its reason is above.");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  process.env.E2E_BASE_URL = baseUrl;
  process.env.E2E_SEED = path.join(dataDir, "seed.json");
  return stop;
}
