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

/** @param {string} reports folder for the machine-readable reports @returns {Record<string, () => Promise<Tally>>} */
const phasesWith = (reports) => ({
  lint: async () => check(await runBin("eslint", ["."])),
  format: async () => check(await runBin("prettier", ["--check", "--log-level=warn", "."])),
  types: async () => check(await runBin("tsc", ["--noEmit"])),
  // Vulnerabilities, licences and versions of packages, and the bill of materials (an artifact: sbom/).
  supply: async () => {
    const { code } = await run("node", ["scripts/supply.mjs"]);
    return check({ code: code || (await run("node", ["scripts/sbom.mjs"])).code });
  },
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
    const phases = phasesWith(reports);
    const selected = selectPhases(process.argv.slice(2), Object.keys(phases));
    await step("Installing dependencies", ensureInstalled);
    // Input of lint and types. A broken app fails in their phases and in the build.
    await step("Generating types of routes and of the API's client", async () => {
      await runBin("next", ["typegen"], { quiet: true });
      await generateOpenApiTypes();
    });

    for (const name of selected) {
      console.log(`\n━━ ${name} ━━`);
      const start = performance.now();
      const tally = await phases[name]().catch((error) => {
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
