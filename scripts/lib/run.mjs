// Common functions of the scripts: run programs and report progress. Imports only Node's modules, because
// these scripts run before the installation.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

// import.meta.dirname would fail on an old Node, which must reach requireSupportedNode to be reported.
export const root = path.resolve(fileURLToPath(import.meta.url), "../../..");
const isWindows = process.platform === "win32";

/**
 * Runs a program in the project's root. Its output goes to the terminal, or is returned in `output` with
 * `quiet`.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, timeout?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env, quiet = false, timeout } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      shell: isWindows,
      timeout,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs the program of an installed package (`next`, `tsc`). npx would download a missing one.
 * @param {string} name
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runBin = (name, args, options) => run(`node_modules/.bin/${name}`, args, options);

/** @param {number} since performance.now() at the start */
export function elapsed(since) {
  const seconds = (performance.now() - since) / 1000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

/**
 * Runs a step and prints a line such as `[1/4] Installing dependencies … 31 s`.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work may return a string, which is added to the line
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const start = performance.now();
  process.stdout.write(`${label} … `);
  const result = await work();
  process.stdout.write(`${typeof result === "string" ? `${result}, ` : ""}${elapsed(start)}\n`);
  return result;
}

/** An error that is printed as its message only. */
export class Failure extends Error {}

/**
 * Runs a script. A Failure ends it with its message, without a stack.
 * @param {() => Promise<number | void>} main returns the exit code
 */
export async function script(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

const oldestNode = [20, 20];

/** @param {string} version such as `20.20.2` */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

export function requireSupportedNode() {
  if (!isSupportedNode(process.versions.node)) {
    throw new Failure(
      `Castellan needs Node ${oldestNode.join(".")} or newer; this is ${process.versions.node}.`,
    );
  }
}
