import path from "node:path";
import { Failure } from "./run.mjs";

/**
 * `failures` are lines for the summary: the title of each failed or repeated test and the first line of its error.
 * @typedef {{ passed: number, failed: number, skipped: number, note?: string, failures?: string[] }} Tally
 */

/** Counts a phase as one test. @param {{ code: number }} result @returns {Tally} */
export const check = ({ code }) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });

/**
 * Compares a runner's counts with its exit code. A suite that ran no test, wrote no report, or failed outside
 * of a test (a file that does not load) has failed.
 * @param {Tally} counted
 * @param {number} code
 * @returns {Tally}
 */
function settle(counted, code) {
  if (counted.failed > 0) return counted;
  if (code !== 0) return { ...counted, failed: 1, note: `failed outside of a test (exit code ${code})` };
  if (counted.passed === 0) return { ...counted, failed: 1, note: "ran no test" };
  return counted;
}

/** @param {any} report Vitest's JSON report, or null without one @param {number} code @returns {Tally} */
export function vitestTally(report, code) {
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const lines = (report?.testResults ?? []).flatMap(linesOfFile);
  const passed = report?.numPassedTests ?? 0;
  const tally = settle({ passed, failed: report?.numFailedTests ?? 0, skipped }, code);
  const flaky = lines.filter((/** @type {string} */ line) => line.startsWith("tried again")).length;
  return withFlaky({ ...tally, failures: lines }, flaky);
}

/** @param {any} file one file of Vitest's report @returns {string[]} */
function linesOfFile({ name, status, message, assertionResults }) {
  const file = path.relative(process.cwd(), name);
  if (status === "failed" && assertionResults.length === 0) return [`failed: ${file}: ${firstLine(message)}`];
  return assertionResults
    .filter((/** @type {any} */ test) => test.failureMessages?.length > 0)
    .map((/** @type {any} */ { fullName, status: outcome, failureMessages }) => {
      const kind = outcome === "passed" ? "tried again" : "failed";
      return `${kind}: ${file} › ${fullName}: ${firstLine(failureMessages[0])}`;
    });
}

/** @param {string} [message] */
const firstLine = (message = "") => message.split("\n")[0];

/** @param {Tally} tally @param {number} flaky tests that passed when they were tried again @returns {Tally} */
const withFlaky = (tally, flaky) =>
  flaky && !tally.note ? { ...tally, note: `${flaky} passed only when tried again` } : tally;

/** @param {any} report Playwright's JSON report, or null without one @param {number} code @returns {Tally} */
export function playwrightTally(report, code) {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
  const tally = settle({ passed: expected + flaky, failed: unexpected, skipped }, code);
  return withFlaky(tally, flaky);
}

/**
 * Returns the phases to run: all, or the phases in `--only=`. `lint` includes `format`, and `e2e` includes its build.
 * @param {string[]} args
 * @param {string[]} all in the order of the run
 */
export function selectPhases(args, all) {
  const wanted = new Set();
  for (const arg of args) {
    if (!arg.startsWith("--only="))
      throw new Failure(`Unknown argument ${arg}; known: --only=${all.join(",")}`);
    for (const name of arg.slice("--only=".length).split(",").filter(Boolean)) {
      if (!all.includes(name)) throw new Failure(`Unknown phase ${name}; known: ${all.join(", ")}`);
      wanted.add(name);
      if (name === "lint") wanted.add("format");
      if (name === "e2e") wanted.add("build");
    }
  }
  return wanted.size === 0 ? all : all.filter((name) => wanted.has(name));
}
