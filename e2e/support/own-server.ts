import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Seed } from "./test";

export interface OwnServer {
  url: string;
  seed: Seed;
  /** Path of the seed file. */
  seedFile: string;
  stop: () => Promise<void>;
}

const START_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 12_000;

/** Verifies the audit chain of every organization after the server has ended. */
const verifies = (env: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ["dist/commands/verify-audit.js"], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  }).status === 0;

/**
 * Starts the built server on a free port, with its own data directory and the conformance seed. The shared server and the servers
 * of tests with another environment start this way. `command` returns the arguments of node for the port. Throws if the server does
 * not become ready. `stop` throws if an audit log is not intact.
 */
export async function startOwnServer(
  command: (port: number) => string[],
  environment: Record<string, string> = {},
): Promise<OwnServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "castellan-e2e-"));
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const url = `http://localhost:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    BASE_URL: url,
    DATA_DIR: dataDir,
    // Always the embedded database: tests must not use a database of the developer's environment.
    DATABASE_URL: "",
    SEED: "conformance",
    SHUTDOWN_DELAY: "0",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
    ...environment,
  };
  const server = spawn(process.execPath, command(port), { env, stdio: ["ignore", "inherit", "inherit"] });
  const over = () => server.exitCode !== null || server.signalCode !== null;
  const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  let ready = false;
  const stop = async () => {
    const hardStop = setTimeout(() => server.kill("SIGKILL"), STOP_LIMIT_MS);
    server.kill("SIGTERM");
    if (!over()) await exited;
    clearTimeout(hardStop);
    const intact = !ready || verifies(env);
    await rm(dataDir, { recursive: true, force: true });
    if (!intact) throw new Error("The audit log is not intact after the tests; what does not fit is above.");
  };
  for (const deadline = Date.now() + START_LIMIT_MS; ;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    if (answer?.ok) break;
    if (over() || Date.now() > deadline) {
      await stop();
      throw new Error("The server under test did not become ready; its reason is above.");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  ready = true;
  const seedFile = path.join(dataDir, "seed.json");
  return { url, seed: JSON.parse(await readFile(seedFile, "utf8")) as Seed, seedFile, stop };
}
