// Kills a server with the embedded database by SIGKILL, and starts the next one at once, while the killed process is a zombie.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startServer } from "../lib/server.mjs";

const ROUNDS = 5;
const LIMIT_MS = 3_000;

/** @returns {Promise<{ failed: number, line: string }>} */
export async function killAndStart() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "castellan-kill-"));
  // Creates the database first, because this takes longer than a start.
  await (await startServer({ dataDir, core: null })).stop();
  const times = [];
  let failed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = await startServer({ dataDir, core: null });
    // The kill does not wait for the end of the process.
    before.child.kill("SIGKILL");
    const began = performance.now();
    const after = await startServer({ dataDir, core: null }).catch(() => null);
    const took = Math.round(performance.now() - began);
    times.push(took);
    if (after === null) failed++;
    await after?.stop();
  }
  await rm(dataDir, { recursive: true, force: true });
  const late = times.filter((ms) => ms > LIMIT_MS).length;
  const bare = await bareStart();
  return {
    failed,
    line: `${ROUNDS} starts right after kill -9: ${failed} refused, ready after ${times.join(", ")} ms (${late} above ${LIMIT_MS} ms; an empty Node process takes ${bare} ms)`,
  };
}

/** Returns the time in milliseconds that an empty Node process takes to start and end on this machine. */
async function bareStart() {
  const began = performance.now();
  await new Promise((resolve) => spawn(process.execPath, ["-e", ""]).once("exit", resolve));
  return Math.round(performance.now() - began);
}
