// Fills the disk of the embedded database: first by its own writes, then by another program at once. Needs root, to mount a disk of
// 200 MB in memory.
import { spawnSync } from "node:child_process";
import { mkdtemp, open, rm, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { accessToken, startServer } from "../lib/server.mjs";

const MB = 1024 * 1024;
const LIMIT_MS = 2_000;

/** @returns {Promise<{ failed: number, line: string }>} */
export async function fullDisk() {
  const disk = await mkdtemp(path.join(os.tmpdir(), "castellan-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", disk]).status === 0;
  if (!mounted) {
    await rm(disk, { recursive: true });
    return { failed: 0, line: "skipped: a disk can only be mounted by root" };
  }
  const other = path.join(disk, "other");
  const server = await startServer({
    dataDir: path.join(disk, "data"),
    core: null,
    env: { LOG_LEVEL: "silent" },
  });
  const token = await accessToken(server.url, server.seed.tenants[0].credential);
  const failures = [];
  let number = 0;
  const ask = async (method, target, body) => {
    const began = performance.now();
    const status = await fetch(server.url + target, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    }).then(
      (response) => response.status,
      (error) => error.name,
    );
    return { status, ms: Math.round(performance.now() - began) };
  };
  const write = () => ask("POST", "/api/v1/users", { email: `disk-${number++}@load.example` });
  /** Writes with four clients until a write is refused or the time is over. Returns the last outcomes. */
  const writeUntilRefused = async (seconds) => {
    const until = performance.now() + seconds * 1_000;
    const clients = Array.from({ length: 4 }, async () => {
      while (performance.now() < until) {
        const outcome = await write();
        if (outcome.status !== 201) return outcome;
      }
      return null;
    });
    return Promise.all(clients);
  };
  const expectRefused = async (when, outcomes) => {
    for (const outcome of outcomes)
      if (outcome?.status !== 503) failures.push(`${when}: a write got ${outcome?.status ?? 201}`);
    for (const target of ["/readyz", "/api/v1/users?limit=1"]) {
      const { status, ms } = await ask("GET", target);
      if (status !== 200 || ms > LIMIT_MS) failures.push(`${when}: ${target} got ${status} after ${ms} ms`);
    }
  };
  const expectRecovery = async (when) => {
    await rm(other, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const { status } = await write();
    if (status !== 201) failures.push(`${when}: a write got ${status} when there was free space again`);
  };

  await fill(other, (await freeOf(disk)) - 55 * MB);
  await expectRefused("filled by its own writes", await writeUntilRefused(120));
  await expectRecovery("filled by its own writes");
  const writing = writeUntilRefused(30);
  await fill(other, Infinity);
  await expectRefused("filled at once", await writing);
  await expectRecovery("filled at once");

  await server.stop();
  spawnSync("umount", [disk]);
  await rm(disk, { recursive: true, force: true });
  return {
    failed: failures.length,
    line: `two full disks: ${failures.length === 0 ? "writes got 503, reads and /readyz went on, writes went on when there was free space" : failures.join("; ")}`,
  };
}

async function freeOf(directory) {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Writes this number of bytes to a file, or as many as there is space for. */
async function fill(file, bytes) {
  const handle = await open(file, "w");
  const block = Buffer.alloc(MB);
  try {
    for (let written = 0; written < bytes; written += block.length) await handle.write(block);
  } catch (error) {
    if (error.code !== "ENOSPC") throw error;
  } finally {
    await handle.close();
  }
}
