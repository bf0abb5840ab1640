// `npm run test:repeat -- --runs=6 --busy=2`: runs the suites several times, beside busy processes, and prints what failed.
// With names of files it runs only these: `npm run test:repeat -- --runs=5 --busy=6 server/http/limits.test.ts`.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { Failure, run, script } from "./lib/run.mjs";

/** @param {string[]} args @returns {{ runs: number, busy: number, files: string[] }} */
export function readArguments(args) {
  const numbers = { runs: 6, busy: 0 };
  const files = [];
  for (const arg of args) {
    const [, name, value] = /^--(\w+)=(\d+)$/.exec(arg) ?? [];
    if (name === "runs" || name === "busy") numbers[name] = Number(value);
    else if (/^-/.test(arg)) throw new Failure(`Unknown argument ${arg}; known: --runs=6, --busy=2, files`);
    else files.push(arg);
  }
  if (numbers.runs === 0) throw new Failure("--runs must be at least 1.");
  return { ...numbers, files };
}

/** Runs the suites once. Returns the failures, and a line about the run. @param {string[]} files */
async function runOnce(files) {
  if (files.length > 0) {
    const vitest = ["--optional", "--", "node_modules/.bin/vitest", "run", ...files];
    const { code, output } = await run("scripts/with-postgres.sh", vitest, { quiet: true });
    return { failures: code === 0 ? [] : [output], line: code === 0 ? "passed" : "failed" };
  }
  const { output } = await run("node", ["scripts/test.mjs", "--only=unit,e2e"], { quiet: true });
  const [, summary = output.slice(-2_000)] = output.split("━━ summary ━━");
  const lines = summary.trim().split("\n");
  const named = lines.filter((line) => /^ +(failed|run again|over budget|outside of a test): /.test(line));
  const phases = lines.filter((line) => line.startsWith("✗"));
  return { failures: named.length > 0 ? named : phases, line: lines.slice(-2).join(", ") };
}

/** Starts processes that each use a core. They end with this one. @param {number} count */
function keepBusy(count) {
  const busy = Array.from({ length: count }, () =>
    spawn(process.execPath, [
      "-e",
      `setInterval(() => { for (const end = Date.now() + 90; Date.now() < end;); }, 91)`,
    ]),
  );
  return () => busy.forEach((child) => child.kill());
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await script(async () => {
    const { runs, busy, files } = readArguments(process.argv.slice(2));
    const stop = keepBusy(busy);
    let failed = 0;
    try {
      for (let number = 1; number <= runs; number++) {
        const { failures, line } = await runOnce(files);
        failed += failures.length;
        console.log([`run ${number} of ${runs}: ${line}`, ...failures].join("\n"));
      }
    } finally {
      stop();
    }
    console.log(`${failed === 0 ? "Nothing" : failed} failed or passed only when run again.`);
    return failed === 0 ? 0 : 1;
  });
