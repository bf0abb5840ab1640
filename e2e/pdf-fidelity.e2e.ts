import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fillTemplate } from "../server/pdf/template/evaluate";
import { call } from "./support/console";
import { alike, inOrder, openReader } from "./support/pdf";
import { expect, test } from "./support/test";

/* Compares our PDFs with Chromium's: the same words in the same order, and a similar picture at low resolution. */

const folders = ["e2e/pdf-corpus", "public/document-starters"];
const templates = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".html"))
    .map((file) => ({ folder, name: file.replace(/\.html$/, "") })),
);

/** Lower limits for templates that Chromium renders differently by design. All other templates must reach `floor`. */
const floor = { words: 0.97, picture: 0.97 };
const exceptions: Record<string, Partial<typeof floor>> = {
  // The browser lacks fonts for these scripts on some machines; render.test.ts checks that ours have them.
  scripts: { words: 0.4, picture: 0.95 },
  multilingual: { words: 0.95 },
  // Small capitals are capitals in our text, and clipped text is complete.
  certificate: { words: 0.85 },
  "label-sheet": { words: 0.94 },
  // pdf.js reads letter-spaced text as one word or as several.
  invoice: { words: 0.9 },
  payslip: { words: 0.85 },
  resume: { words: 0.85 },
  ticket: { words: 0.8 },
  // A browser paints floats before the text around them.
  "quote-floats": { words: 0.94 },
  "packing-slip": { words: 0.94 },
  // A browser paints clipped content after the text around it.
  "poster-effects": { words: 0.93 },
  // A browser paints positioned boxes, floats and inline tables apart from the text; ours follow the order of the source.
  "bootstrap-table": { words: 0.84 },
  "email-builder": { words: 0.7 },
  "tailwind-invoice": { words: 0.92 },
  "ticket-barcode": { words: 0.92 },
};

const scores: string[] = [];
test.afterAll(() => console.log(scores.join("\n")));

for (const { folder, name } of templates)
  test(`${name} looks as in a browser`, async ({ browser, page, seed }) => {
    test.setTimeout(120_000);
    const template = readFileSync(path.join(folder, `${name}.html`), "utf8");
    const data = dataOf(folder, name);
    const request = { template: { type: "base64", content: Buffer.from(template).toString("base64") }, data };
    const answer = await call(page, seed.tenants[0].credential, "POST", "/api/render/pdf", request);
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200);
    const { pdfBase64, warnings } = answer.body as { pdfBase64: string; warnings: string[] };

    const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
    const printer = await context.newPage();
    await printer.setContent(fillTemplate(template, data).html);
    const theirs = await printer.pdf({ printBackground: true, preferCSSPageSize: true, format: "A4" });
    await context.close();

    const read = await openReader(page);
    const [ours, browsers] = [await read(Buffer.from(pdfBase64, "base64")), await read(theirs)];
    const words = inOrder(ours.words, browsers.words);
    const picture = alike(ours.picture, browsers.picture);
    const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8);
    scores.push(
      `  ${name.padEnd(20)} words ${percent(words)}  picture ${percent(picture)}  pages ${ours.pages}/${browsers.pages}`,
    );
    expect(warnings).toEqual([]);
    const wanted = { ...floor, ...exceptions[name] };
    expect(words, "words in order").toBeGreaterThanOrEqual(wanted.words);
    expect(picture, "picture").toBeGreaterThanOrEqual(wanted.picture);
    expect(Math.abs(ours.pages - browsers.pages), "pages").toBeLessThanOrEqual(
      Math.ceil(browsers.pages * 0.03),
    );
  });

function dataOf(folder: string, name: string): object {
  try {
    return JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8")) as object;
  } catch {
    return {};
  }
}
