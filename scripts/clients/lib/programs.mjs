// Starts and stops the programs of scripts/clients/run.mjs.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const startLimit = 300_000;
const stopLimit = 10_000;
const running = new Set();
// An interrupted run leaves no program behind.
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** Returns a port of 127.0.0.1 on which nothing listens. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Returns true if a server accepts connections on this port. */
const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(socket.destroy() && true)).once("error", () => resolve(false));
  });

/**
 * Starts a program and waits until it listens on `port`. Throws with its output if it ends before.
 * @param {{ command: string, args?: string[], env?: NodeJS.ProcessEnv, cwd?: string, port: number,
 *   log?: string, onLine?: (line: string) => void }} program `log`: a file to which the program writes instead of its output
 */
export async function startProgram({ command, args = [], env, cwd, port, log, onLine }) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  let rest = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output = (output + chunk).slice(-20_000);
      if (stream !== child.stdout || !onLine) return;
      const lines = (rest + chunk).split("\n");
      rest = lines.pop();
      lines.forEach(onLine);
    });
  const printed = () => (log && existsSync(log) ? output + readFileSync(log, "utf8") : output);
  let hasEnded = false;
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(`ended with ${code ?? signal}`));
  }).then((how) => {
    hasEnded = true;
    running.delete(child);
    return how;
  });

  const stop = async () => {
    if (hasEnded) return;
    child.kill("SIGTERM");
    const late = pause(stopLimit, "late", { ref: false });
    if ((await Promise.race([ended, late])) === "late") child.kill("SIGKILL");
    await ended;
  };
  const limit = performance.now() + startLimit;
  while (!(await isOpen(port))) {
    if (hasEnded || performance.now() > limit) {
      const how = hasEnded ? await ended : `does not listen after ${startLimit / 1000} s`;
      const written = printed();
      await stop();
      throw new Error(`${command} ${how}\n${written}`);
    }
    await pause(50);
  }
  return { stop, output: printed };
}
