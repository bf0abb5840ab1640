// `npm test`: runs all checks. `npm test -- --only=lint,types,unit,e2e` runs a part.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build, isBuilt } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { generateOpenApiTypes } from "./openapi-types.mjs";
import { elapsed, Failure, requireSupportedNode, run, runBin, script, step } from "./lib/run.mjs";
import { check, playwrightTally, selectPhases, vitestTally } from "./lib/tally.mjs";

/** @typedef {import("./lib/tally.mjs").Tally} Tally */

/** @param {string} file */
const readReport = async (file) => JSON.parse(await readFile(file, "utf8").catch(() => "null"));

/**
 * Checks of the sources. Each uses one core. Their output is printed at their end, because two run at the same time.
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

/** @param {string} reports folder for the machine-readable reports @returns {Record<string, () => Promise<Tally>>} */
const suitesWith = (reports) => ({
  unit: async () => {
    const file = path.join(reports, "vitest.json");
    const { code } = await runBin("vitest", [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ]);
    return vitestTally(await readReport(file), code);
  },
  build: async () => {
    if (await isBuilt()) console.log("up to date");
    else await build();
    return check({ code: 0 });
  },
  e2e: async () => {
    // An old build would pass or fail for outdated reasons.
    if (!(await isBuilt()))
      throw new Failure("The browser tests need a build, and there is none of these sources.");
    const file = path.join(reports, "playwright.json");
    const { code } = await runBin("playwright", ["test", "--reporter=list,json"], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: await ensureChromium() },
    });
    return playwrightTally(await readReport(file), code);
  },
});

await script(async () => {
  const started = performance.now();
  const reports = await mkdtemp(path.join(os.tmpdir(), "castellan-test-"));
  /** @type {[name: string, tally: Tally, time: string][]} */
  const results = [];
  try {
    requireSupportedNode();
    const suites = suitesWith(reports);
    const selected = selectPhases(process.argv.slice(2), [...Object.keys(checks), ...Object.keys(suites)]);
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
    // The linter takes longer than the other checks together, and leaves the second core to them.
    const chosen = selected.filter((name) => name in checks);
    await Promise.all([
      ...chosen.filter((name) => name === "lint").map(runCheck),
      (async () => {
        for (const name of chosen) if (name !== "lint") await runCheck(name);
      })(),
    ]);

    for (const name of selected) {
      if (name in checks) continue;
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
  const sum = (/** @type {"passed" | "failed"} */ key) =>
    results.reduce((total, [, tally]) => total + tally[key], 0);
  console.log(`${elapsed(started)} in all`);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") > 0 ? 1 : 0;
});
