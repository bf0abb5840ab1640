import { writeFileSync } from "node:fs";
import { overBudget } from "./tally.mjs";

/**
 * Reporter of Vitest. Writes what fails outside of a test to the file OUTSIDE_REPORT, as lines for the summary: errors that no test
 * awaits, and files whose tests and hooks take more than UNIT_BUDGET seconds.
 */
export default class OutsideReporter {
  /** @type {NonNullable<import("vitest/reporters").Reporter["onTestRunEnd"]>} */
  onTestRunEnd(modules, errors) {
    const spent = modules.map((module) => ({
      name: module.relativeModuleId,
      seconds: module.diagnostic().duration / 1_000,
    }));
    const lines = [
      ...errors.map(({ name, message }) => `outside of a test: ${name}: ${message.split("\n")[0]}`),
      ...overBudget(spent, Number(process.env["UNIT_BUDGET"] ?? Infinity)),
    ];
    writeFileSync(/** @type {string} */ (process.env["OUTSIDE_REPORT"]), JSON.stringify(lines));
  }
}
