import { writeFileSync } from "node:fs";
import os from "node:os";
import type { Reporter, TestCase, TestError, TestResult, TestStep } from "@playwright/test/reporter";

const BUDGET_MS = 15_000;

/** The worker's fixtures that start a server: what they take is no cost of the test that happens to be first. */
const servers = /^Fixture "(seed|own)"$/;

const startOf = (steps: TestStep[]): number =>
  steps.reduce((sum, { title, duration, steps: inner }) => {
    return sum + (servers.test(title) ? duration : startOf(inner));
  }, 0);

/**
 * Keeps `npm test` short: a journey may take 15 seconds on an idle machine. On a busy one the limit grows with the load on its two cores. This
 * limits the cost of tests and proves nothing about the product. Writes what fails outside of a test to the file OUTSIDE_REPORT, as lines for
 * the summary of scripts/test.mjs.
 */
export default class BudgetReporter implements Reporter {
  private readonly outside: string[] = [];

  onError({ message = "unknown error" }: TestError) {
    this.outside.push(`outside of a test: ${message.split("\n")[0]}`);
  }

  onTestEnd(test: TestCase, result: TestResult) {
    if (!test.tags.includes("@journey") || result.retry > 0 || result.status !== "passed") return;
    const limit = BUDGET_MS * Math.max(1, os.loadavg()[0]! / 2);
    const own = result.duration - startOf(result.steps);
    if (own <= limit) return;
    const seconds = (ms: number) => (ms / 1_000).toFixed(1);
    const { file, line } = test.location;
    this.outside.push(
      `over budget: ${file}:${line} ${test.title} took ${seconds(own)} s of ${seconds(limit)}`,
    );
  }

  onEnd(): ReturnType<NonNullable<Reporter["onEnd"]>> {
    const report = process.env["OUTSIDE_REPORT"];
    if (report !== undefined) writeFileSync(report, JSON.stringify(this.outside));
    if (this.outside.length === 0) return;
    console.log(`\n${this.outside.join("\n")}`);
    return Promise.resolve({ status: "failed" });
  }

  printsToStdio() {
    return false;
  }
}
