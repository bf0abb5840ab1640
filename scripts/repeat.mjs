// `npm run test:repeat -- --runs=6 --busy=2`: runs the suites several times, beside busy processes, and prints what failed.
import { spawn } from "node:child_process";
import { Failure, run, script } from "./lib/run.mjs";

/** @param {string} name @param {number} usual */
function readNumber(name, usual) {
  const given = process.argv.slice(2).find((arg) => arg.startsWith(`--${name}=`));
  const value = given ? Number(given.slice(name.length + 3)) : usual;
  if (!Number.isInteger(value) || value < 0) throw new Failure(`--${name} must be a whole number.`);
  return value;
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

await script(async () => {
  const runs = readNumber("runs", 6);
  const busy = readNumber("busy", 0);
  const stop = keepBusy(busy);
  /** @type {string[]} */
  const failures = [];
  try {
    for (let number = 1; number <= runs; number++) {
      const { output } = await run("node", ["scripts/test.mjs", "--only=unit,e2e"], { quiet: true });
      const [, summary = output.slice(-2_000)] = output.split("━━ summary ━━");
      const lines = summary.split("\n").filter((line) => /^ +(failed|run again|over budget): |^✗/.test(line));
      failures.push(...lines.map((line) => `run ${number}: ${line.trim()}`));
      console.log(`run ${number} of ${runs}: ${summary.trim().split("\n").slice(-2).join(", ")}`);
    }
  } finally {
    stop();
  }
  for (const line of failures) console.log(line);
  console.log(`${failures.length === 0 ? "Nothing" : failures.length} failed or passed only when run again.`);
  return failures.length === 0 ? 0 : 1;
});
