import { appendFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Failure } from "./run.mjs";

/**
 * A test of a runner's report. `seconds` of a file that did not load are 0.
 * @typedef {{ file: string, title: string, status: "passed" | "failed" | "skipped", seconds: number, error: string }} TestResult
 * @typedef {{ code: number, results: TestResult[], outside: string[] }} Run
 * `outside` are lines for the summary about what failed outside of a test.
 * `failures` are lines for the summary: the title of each failed or repeated test and the first line of its error.
 * @typedef {{ passed: number, failed: number, skipped: number, note?: string, failures?: string[], slow?: TestResult[] }} Tally
 */

/** Counts a phase as one test. @param {{ code: number }} result @returns {Tally} */
export const check = ({ code }) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });

/** @param {string} [message] */
const firstLine = (message = "") =>
  // eslint-disable-next-line no-control-regex -- The runners colour their messages.
  message.replace(/\u001b\[\d+m/g, "").split("\n")[0];

/** @param {string} file */
const relative = (file) => path.relative(process.cwd(), file);

/** Title of the failure of a file that does not load. */
const NOT_LOADED = "(the file)";

/**
 * @param {any} report Vitest's JSON report, or null without one
 * @param {number} code
 * @param {string[]} outside
 * @returns {Run}
 */
export function readVitest(report, code, outside) {
  /** @type {any[]} */
  const files = report?.testResults ?? [];
  return {
    code,
    outside,
    results: files.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(name);
      if (
        status === "failed" &&
        !assertionResults.some((/** @type {any} */ test) => test.status === "failed")
      )
        return [{ file, title: NOT_LOADED, status, seconds: 0, error: firstLine(message) }];
      return assertionResults.map((/** @type {any} */ test) => ({
        file,
        title: test.fullName,
        status: test.status === "passed" || test.status === "failed" ? test.status : "skipped",
        seconds: (test.duration ?? 0) / 1_000,
        error: firstLine(test.failureMessages?.[0]),
      }));
    }),
  };
}

/**
 * @param {any} report Playwright's JSON report, or null without one
 * @param {number} code
 * @param {string[]} outside
 * @returns {Run}
 */
export function readPlaywright(report, code, outside) {
  /** @param {any} suite @returns {any[]} */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const results = (report?.suites ?? []).flatMap(specsOf).map((/** @type {any} */ { file, title, tests }) => {
    const { status, results: tries } = tests[0];
    const last = tries.at(-1);
    return {
      file: path.join("e2e", file),
      title,
      status: status === "skipped" ? "skipped" : status === "expected" ? "passed" : "failed",
      seconds: (last?.duration ?? 0) / 1_000,
      error: firstLine(last?.error?.message),
    };
  });
  return { code, results, outside };
}

/** A suite with more failed files has no bad luck. */
const MOST_REPEATED = 5;

/**
 * Runs a suite. At most five failed files run once more, in a new process with new databases. What then passes is named in the
 * summary and in flaky.jsonl, to be mended before the next change.
 * @param {(files: string[]) => Promise<Run>} runFiles all files without names
 * @param {(flaky: TestResult[]) => Promise<void>} record
 * @returns {Promise<Tally>}
 */
export async function runSuite(runFiles, record = recordFlaky) {
  const first = await runFiles([]);
  const failed = first.results.filter(({ status }) => status === "failed");
  const files = [...new Set(failed.map(({ file }) => file))];
  if (files.length === 0 || files.length > MOST_REPEATED) return tallyOf(first);
  const second = await runFiles(files);
  /** @param {TestResult} one */
  const again = (one) => second.results.find(({ file, title }) => file === one.file && title === one.title);
  const flaky = failed.filter((one) =>
    one.title === NOT_LOADED
      ? !again(one) && second.results.some(({ file }) => file === one.file)
      : again(one)?.status === "passed",
  );
  // Skipped, or not run at all: nothing shows that it passes.
  const lost = failed.filter((one) => !flaky.includes(one) && again(one)?.status !== "failed");
  if (flaky.length > 0) await record(flaky);
  const tally = tallyOf({
    code: second.code,
    outside: [...first.outside, ...second.outside],
    results: [
      ...first.results.filter(({ file }) => !files.includes(file)),
      ...second.results.filter(
        (one) => !lost.some(({ file, title }) => file === one.file && title === one.title),
      ),
      ...lost,
    ],
  });
  const notes = [tally.note, flaky.length > 0 && `${flaky.length} passed only when run again`].filter(
    Boolean,
  );
  return {
    ...tally,
    ...(notes.length > 0 && { note: notes.join(", ") }),
    failures: [...(tally.failures ?? []), ...flaky.map((test) => `run again: ${describeTest(test)}`)],
  };
}

/** @param {TestResult[]} tests */
const recordFlaky = (tests) =>
  appendFile(
    "flaky.jsonl",
    tests.map((test) => `${JSON.stringify({ at: new Date().toISOString(), ...test })}\n`).join(""),
  );

/** @param {TestResult} test */
const describeTest = ({ file, title, error }) => `${file} › ${title}: ${error}`;

/**
 * Counts a run. A suite that ran no test, wrote no report, or failed outside of a test has failed.
 * @param {Run} run
 * @returns {Tally}
 */
function tallyOf({ code, results, outside }) {
  /** @param {TestResult["status"]} status */
  const count = (status) => results.filter((test) => test.status === status).length;
  const tally = {
    passed: count("passed"),
    failed: count("failed") + outside.length,
    skipped: count("skipped"),
    failures: [
      ...results.filter(({ status }) => status === "failed").map((test) => `failed: ${describeTest(test)}`),
      ...outside,
    ],
    slow: results,
  };
  if (tally.failed > 0) return tally;
  if (code !== 0) return { ...tally, failed: 1, note: `failed outside of a test (exit code ${code})` };
  if (tally.passed === 0) return { ...tally, failed: 1, note: "ran no test" };
  return tally;
}

/**
 * Returns a line for each file or test over its budget. On a machine with other work, the budget grows with the load.
 * @param {{ name: string, seconds: number }[]} spent
 * @param {number} seconds
 * @param {number} [load] waiting processes for each core
 */
export function overBudget(spent, seconds, load = os.loadavg()[0] / os.availableParallelism()) {
  const limit = seconds * Math.max(1, load);
  return spent
    .filter((one) => one.seconds > limit)
    .map(
      ({ name, seconds: took }) => `over budget: ${name} took ${Math.round(took)} s of ${Math.round(limit)}`,
    );
}

/**
 * Returns the phases to run: all, or the phases in `--only=`. `lint` includes `format`, and `e2e` includes its build.
 * @param {string[]} args
 * @param {string[]} all in the order of the run
 * @returns {string[]}
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
