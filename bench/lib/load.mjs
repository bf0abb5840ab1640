// Creates load in a separate process, on another core than the server.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pinned } from "./server.mjs";

/**
 * @typedef {{ rate: number, p50: number, p99: number, errors: number }} Figures
 * @param {{ url: string, method?: string, token: string, paths: string[], bodies?: "user" | "scim", connections?: number, seconds?: number }} plan
 * @returns {Promise<Figures>}
 */
export async function load(plan) {
  const [command, ...args] = [
    ...pinned(1),
    process.execPath,
    fileURLToPath(new URL("load-process.mjs", import.meta.url)),
    JSON.stringify(plan),
  ];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  await new Promise((resolve) => child.once("exit", resolve));
  return JSON.parse(output);
}

/** Returns the median of several runs by rate. @param {Figures[]} runs */
export const median = (runs) => [...runs].sort((a, b) => a.rate - b.rate)[Math.floor(runs.length / 2)];

/**
 * Runs the candidates alternately for several rounds, so that noise affects all of them.
 * @param {Record<string, () => Promise<Figures>>} candidates
 */
export async function compare(candidates, rounds = 3) {
  /** @type {Record<string, Figures[]>} */
  const runs = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(candidates)) (runs[name] ??= []).push(await run());
  }
  return Object.fromEntries(Object.entries(runs).map(([name, figures]) => [name, median(figures)]));
}
