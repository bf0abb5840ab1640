import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
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
 * Returns a database for one server: of the PostgreSQL that TEST_DATABASE_URL names, otherwise the embedded one. Never a database of the
 * developer's environment.
 */
async function ownDatabase() {
  const cluster = process.env["TEST_DATABASE_URL"];
  if (!cluster) return { url: "", drop: async () => {} };
  const name = `e2e_${randomBytes(8).toString("hex")}`;
  const run = async (statement: string) => {
    const sql = postgres(cluster, { max: 1, onnotice: () => {} });
    try {
      await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  };
  await run(`create database ${name}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => run(`drop database ${name} with (force)`) };
}

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
  const database = await ownDatabase();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    BASE_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
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
    await database.drop();
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
