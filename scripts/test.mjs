// `npm test`: runs the fast checks and suites. `npm run test:all`: runs everything. `-- --only=lint,types,unit,e2e` runs a part.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build, isBuilt } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { generateOpenApiTypes } from "./openapi-types.mjs";
import { elapsed, Failure, requireSupportedNode, root, run, runBin, script, step } from "./lib/run.mjs";
import { check, readPlaywright, readVitest, runSuite, selectPhases } from "./lib/tally.mjs";

/** @typedef {import("./lib/tally.mjs").Tally} Tally */

const args = process.argv.slice(2);
const all = args.includes("--all");

/** @param {string} file */
const readJson = async (file) => JSON.parse(await readFile(file, "utf8").catch(() => "null"));

/**
 * Runs a suite's program. Returns its exit code, its JSON report and the failures outside of its tests.
 * @param {string} report path of the JSON report
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<[report: any, code: number, outside: string[]]>}
 */
async function runReported(report, command, env) {
  const outside = `${report}.outside`;
  await Promise.all([report, outside].map((file) => rm(file, { force: true })));
  const { code } = await run("scripts/with-postgres.sh", command, {
    env: { ...env, OUTSIDE_REPORT: outside },
  });
  return [await readJson(report), code, (await readJson(outside)) ?? []];
}

/**
 * Checks of the sources.
 * @type {Record<string, () => Promise<{ code: number, output: string }>>}
 */
const checks = {
  lint: () => runBin("oxlint", [], { quiet: true }),
  format: () => runBin("oxfmt", ["--check"], { quiet: true }),
  // TypeScript 7. The package `typescript` (6) serves tools that need its API.
  types: () => run("node", ["node_modules/typescript-native/bin/tsc", "--noEmit"], { quiet: true }),
  // Vulnerabilities, licences and versions of packages, and the bill of materials (an artifact: sbom/).
  supply: async () => {
    const supply = await run("node", ["scripts/supply.mjs"], { quiet: true });
    if (supply.code !== 0) return supply;
    const sbom = await run("node", ["scripts/sbom.mjs"], { quiet: true });
    return { code: sbom.code, output: supply.output + sbom.output };
  },
};

/**
 * Runs the unit tests, on PostgreSQL if it is at hand.
 * @param {string} reports folder for the machine-readable reports
 * @param {string} node program that runs them
 * @param {string[]} projects
 * @param {NodeJS.ProcessEnv} env
 */
async function runUnit(reports, node, projects, env) {
  const report = path.join(reports, "vitest.json");
  const command = [
    "--optional",
    "--",
    node,
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.map((name) => `--project=${name}`),
    "--reporter=default",
    "--reporter=json",
    "--reporter=./scripts/lib/outside-reporter.mjs",
    `--outputFile.json=${report}`,
  ];
  // The budget is that of the fast suite.
  const budget = all ? {} : { UNIT_BUDGET: "20" };
  return runSuite(async (only) =>
    readVitest(...(await runReported(report, [...command, ...only], { ...env, ...budget }))),
  );
}

/** @param {string} reports */
async function runBrowser(reports) {
  // An old build would pass or fail for outdated reasons.
  if (!(await isBuilt()))
    throw new Failure("The browser tests need a build, and there is none of these sources.");
  const report = path.join(reports, "playwright.json");
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    CHROMIUM_PATH: await ensureChromium(),
    ...(all && { FULL_SUITE: "1" }),
  };
  const command = [
    "--optional",
    "--",
    "node_modules/.bin/playwright",
    "test",
    "--reporter=list,json,./e2e/support/budget-reporter.ts",
    ...(all ? [] : ["--grep=@journey"]),
  ];
  return runSuite(async (only) => readPlaywright(...(await runReported(report, [...command, ...only], env))));
}

/** The version of Node that the README recommends. */
const NEXT_NODE = "24.21.0";

/** Installs the next Node into the cache and returns its path. The package of this platform contains the program itself. */
async function nextNode() {
  const folder = path.join(root, "node_modules", ".cache", "castellan", `node-${NEXT_NODE}`);
  const name = `node-${process.platform}-${process.arch}`;
  const node = path.join(folder, "node_modules", name, "bin", "node");
  if (!existsSync(node)) {
    const install = ["install", "--prefix", folder, "--no-audit", "--no-fund", `${name}@${NEXT_NODE}`];
    const { code, output } = await run("npm", install, { quiet: true });
    if (code !== 0) throw new Failure(`Node ${NEXT_NODE} was not installed:\n${output}`);
  }
  return node;
}

/** @param {string} reports @returns {Record<string, () => Promise<Tally>>} */
const suitesWith = (reports) => ({
  unit: () =>
    all
      ? runUnit(reports, process.execPath, ["shared", "isolated", "long"], { TEST_DATABASES: "every" })
      : runUnit(reports, process.execPath, ["shared", "isolated"], {}),
  build: async () => {
    if (await isBuilt()) console.log("up to date");
    else await build();
    return check({ code: 0 });
  },
  e2e: () => runBrowser(reports),
  ...(all && { node24: async () => runUnit(reports, await nextNode(), ["shared", "isolated"], {}) }),
});

await script(async () => {
  const started = performance.now();
  const reports = await mkdtemp(path.join(os.tmpdir(), "castellan-test-"));
  /** @type {[name: string, tally: Tally, time: string][]} */
  const results = [];
  try {
    requireSupportedNode();
    const suites = suitesWith(reports);
    const selected = selectPhases(
      args.filter((arg) => arg !== "--all"),
      [...Object.keys(checks), ...Object.keys(suites)],
    );
    await step("Installing dependencies", ensureInstalled);
    // Input of lint and types. A broken app fails in their phases and in the build.
    await step("Generating types of routes and of the API's client", async () => {
      await runBin("next", ["typegen"], { quiet: true });
      await generateOpenApiTypes();
    });

    /** @param {string} name */
    const runCheck = async (name) => {
      const start = performance.now();
      const { code, output } = await checks[name]();
      console.log(`\n━━ ${name} ━━\n${output}`.trimEnd());
      results.push([name, check({ code }), elapsed(start)]);
    };
    for (const name of selected) {
      if (name in checks) {
        await runCheck(name);
        continue;
      }
      console.log(`\n━━ ${name} ━━`);
      const start = performance.now();
      const tally = await suites[name]().catch((error) => {
        console.error(error instanceof Failure ? error.message : error);
        return check({ code: 1 });
      });
      results.push([name, tally, elapsed(start)]);
    }
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    results.push(["setup", check({ code: 1 }), elapsed(started)]);
  } finally {
    await rm(reports, { recursive: true, force: true });
  }

  console.log("\n━━ summary ━━");
  for (const [name, { passed, failed, skipped, note, failures = [] }, time] of results) {
    const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
    console.log(`${failed ? "✗" : "✓"} ${name.padEnd(7)} ${counts} (${time})${note ? ` — ${note}` : ""}`);
    for (const line of failures) console.log(`    ${line}`);
  }
  const slowest = results
    .flatMap(([, { slow = [] }]) => slow)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 20);
  if (slowest.length > 0) console.log("slowest:");
  for (const { file, title, seconds } of slowest)
    console.log(`    ${seconds.toFixed(1).padStart(5)} s  ${file} › ${title}`);
  const sum = (/** @type {"passed" | "failed"} */ key) =>
    results.reduce((total, [, tally]) => total + tally[key], 0);
  console.log(`${elapsed(started)} in all`);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") > 0 ? 1 : 0;
});
