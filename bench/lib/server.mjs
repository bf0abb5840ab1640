// Starts the tested server on a new database, and stops it.
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { ending } from "./started.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

const hasTaskset = os.cpus().length > 1 && spawnSync("taskset", ["--version"]).status === 0;

/**
 * Returns the command that binds a process to one core, so that server and load do not compete.
 * @param {number} core
 */
export const pinned = (core) => (hasTaskset ? ["taskset", "-c", String(core)] : []);

export async function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

/** Creates a database on the server of BENCH_DATABASE_URL or TEST_DATABASE_URL. */
export async function freshDatabase() {
  const url = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error(
      "Set BENCH_DATABASE_URL to a PostgreSQL server, or run scripts/with-postgres.sh npm run bench.",
    );
  const name = `castellan_bench_${process.pid}_${Date.now()}`;
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).toString(),
    drop: ending(async () => {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    }),
  };
}

/**
 * @param {{ script?: string[], dataDir?: string, databaseUrl?: string, seed?: string, env?: Record<string, string>, core?: number | null, port?: number }} options `core`: null for any. `port`: any free one without it
 */
export async function startServer({
  script = ["dist/main.js"],
  dataDir,
  databaseUrl,
  seed = "conformance",
  env = {},
  core = 0,
  port: wantedPort,
} = {}) {
  const directory = dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "castellan-bench-")));
  const port = wantedPort ?? (await freePort());
  const [command, ...args] = [
    ...(core === null ? [] : pinned(core)),
    process.execPath,
    ...script.map((argument) => argument.replace("{port}", String(port))),
  ];
  const child = spawn(command, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      DATA_DIR: directory,
      SEED: seed,
      SHUTDOWN_DELAY: "0",
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATABASE_URL: "" }),
      ...env,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = ending(async () => {
    child.kill("SIGTERM");
    await ended;
    if (!dataDir) await rm(directory, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; ; waited += 100) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    if (
      await fetch(`${url}/readyz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      break;
    if (waited > 120_000) throw new Error("The server did not become ready.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seedFile = path.join(directory, "seed.json");
  return {
    url,
    baseUrl: env.BASE_URL ?? `http://localhost:${port}`,
    directory,
    child,
    seed: JSON.parse(await readFile(seedFile, "utf8").catch(() => "null")),
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    stop,
  };
}

/**
 * Returns an access token of the client_credentials grant.
 * @param {string} url
 * @param {{ clientId: string, clientSecret: string }} credential
 */
export async function accessToken(url, credential) {
  const response = await fetch(`${url}/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: credential.clientId,
      client_secret: credential.clientSecret,
    }),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`POST /token: ${response.status} ${JSON.stringify(body)}`);
  return body.access_token;
}
