import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
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
    const pieces = fc.constantFrom(
      ..."<div> </div> <p> <table> <tr> <td colspan=3> </table> <ul> <li> <b> <svg> <rect width=5 height=5> <style> </style> <!-- --> &amp; &# < > {{ }} {{name}} {{#each list}} {{/each}} {{{name}}}".split(
        " ",
      ),
      "<svg viewBox='0 0 1e9 1'><path d='M1 1e99a5 0 1 012-3T4,4zl",
      "'/></svg>",
      "<svg><linearGradient id=g x2=x><stop offset=9 stop-color=red></linearGradient><circle r=-1 cx=9% fill=url(#g) stroke-dasharray='1 0'>",
      "<svg width=1e9><text dx=1e400 font-size=0>t<tspan x=1 2 dy=-1e9em>",
      "<div style='background:repeating-linear-gradient(1e9deg,red -1e9px,transparent calc(1px*1e9)) 1e9px/1px;outline:9px dotted'>",
      "<div style='background:radial-gradient(circle 0px at 9e9% top,red 5%,2%,#0008 1%);border-radius:9px 0;height:9px'>",
      "<progress max=0 value=x><meter low=NaN><input type=range><select>",
      "<p style='float:left;width:40%'>",
      "<div style='display:flex;gap:9px'>",
      "<div style='display:grid;grid-template-columns:1fr 2fr'>",
      "<span style='position:absolute;top:-9px'>",
      "p{margin:-1em;transform:rotate(45deg)}",
      "@page{size:A5 landscape;@top-left{content:counter(page)}}",
      "* { display: inline-block; columns: 2 }",
    );
    const template = fc.oneof(
      fc.array(fc.oneof({ weight: 3, arbitrary: pieces }, fc.string({ unit: "binary" })), { maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(template, fc.object(), async (parts, data) => {
        const pdf = await made(parts.join(""), data);
        if (pdf) expectValid(pdf);
      }),
      { numRuns: 150 },
    );
  }, 240_000);
});
