import os from "node:os";
import type { Reporter, TestCase, TestResult, TestStep } from "@playwright/test/reporter";

const BUDGET_MS = 15_000;

/** The worker's fixtures that start a server: what they take is no cost of the test that happens to be first. */
const servers = /^Fixture "(seed|own)"$/;

const startOf = (steps: TestStep[]): number =>
  steps.reduce((sum, { title, duration, steps: inner }) => {
    return sum + (servers.test(title) ? duration : startOf(inner));
  }, 0);

/**
 * Keeps `npm test` short: a journey may take 15 seconds on an idle machine. On a busy one the limit grows with the load on its two cores. This
 * limits the cost of tests and proves nothing about the product.
 */
export default class BudgetReporter implements Reporter {
  private readonly over: string[] = [];

  onTestEnd(test: TestCase, result: TestResult) {
    if (!test.tags.includes("@journey") || result.retry > 0 || result.status !== "passed") return;
    const limit = BUDGET_MS * Math.max(1, os.loadavg()[0]! / 2);
    const own = result.duration - startOf(result.steps);
    if (own <= limit) return;
    const seconds = (ms: number) => (ms / 1_000).toFixed(1);
    const { file, line } = test.location;
    this.over.push(`${file}:${line} ${test.title}: ${seconds(own)} s of ${seconds(limit)} s`);
  }

  onEnd(): ReturnType<NonNullable<Reporter["onEnd"]>> {
    if (this.over.length === 0) return;
    console.log(`\nJourneys that take longer than their budget; split them:\n  ${this.over.join("\n  ")}`);
    return Promise.resolve({ status: "failed" });
  }

  printsToStdio() {
    return false;
  }
}
