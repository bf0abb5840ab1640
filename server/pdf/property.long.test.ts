import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { hostileTemplates } from "@/server/testing/hostile-templates";
import { AppError } from "../kernel/errors";
import { createRenderPool } from "./pool";

const pool = createRenderPool({
  workers: 2,
  queue: 100,
  timeoutMs: 19_500,
  memoryMb: 768,
  log: pino({ level: "silent" }),
});
const folder = mkdtempSync(path.join(os.tmpdir(), "castellan-pdf-"));
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

/** True if qpdf is installed. Without qpdf, the tests check only the start and the end of a file. */
const qpdf = (() => {
  try {
    execFileSync("qpdf", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

function expectValid(pdf: Uint8Array) {
  const bytes = Buffer.from(pdf);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(bytes.subarray(-8).toString()).toContain("%%EOF");
  if (!qpdf) return;
  const file = path.join(folder, "made.pdf");
  writeFileSync(file, bytes);
  // This call throws if qpdf finds an error in the file.
  execFileSync("qpdf", ["--check", file], { stdio: "pipe" });
}

/** Renders a template. Returns null if the template is refused (422). Another error fails the test. */
async function made(template: string, data: object): Promise<Uint8Array | null> {
  try {
    return (await pool.render({ template, data, options: {} })).pdf;
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    expect(error.message.length).toBeGreaterThan(10);
    return null;
  }
}

const folders = ["e2e/pdf-corpus", "public/document-starters"];
const documents = folders.flatMap((from) =>
  readdirSync(from)
    .filter((file) => file.endsWith(".html"))
    .map((file) => path.join(from, file)),
);
const dataOf = (file: string): object => {
  try {
    return JSON.parse(readFileSync(file.replace(/html$/, "json"), "utf8")) as object;
  } catch {
    return {};
  }
};

describe("rendering", () => {
  it.each(documents)(
    "%s",
    async (file) => {
      const pdf = await made(readFileSync(file, "utf8"), dataOf(file));
      expectValid(pdf!);
    },
    30_000,
  );

  it("gives a valid PDF or a TemplateError for any template and data", async () => {
    await fc.assert(
      fc.asyncProperty(hostileTemplates, fc.object(), async (parts, data) => {
        const pdf = await made(parts.join(""), data);
        if (pdf) expectValid(pdf);
      }),
      { numRuns: 150 },
    );
  }, 240_000);
});
