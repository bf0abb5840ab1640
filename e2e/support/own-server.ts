import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Seed } from "./test";

export interface OwnServer {
  url: string;
  seed: Seed;
  stop: () => Promise<void>;
}

/**
 * A server of a test's own on a free port, with a data directory of its own and the conformance seed: for what needs another
 * environment than the one that all tests share. `command` is what node runs, given the port.
 */
export async function startOwnServer(
  command: (port: number) => string[],
  environment: Record<string, string> = {},
): Promise<OwnServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "castellan-own-"));
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, command(port), {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      SEED: "conformance",
      LOG_LEVEL: "warn",
      ...environment,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async () => {
    server.kill("SIGKILL");
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + 60_000; ;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    if (answer?.ok) break;
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error("The test's own server did not become ready; its reason is above.");
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { url, seed: JSON.parse(await readFile(path.join(dataDir, "seed.json"), "utf8")) as Seed, stop };
}
