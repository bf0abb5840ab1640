// `node bench/pdf.mjs`: our PDFs beside warm Chromium's, in one run on this machine. Needs a build (dist/pdf-worker.js).
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { chromium } from "playwright";
import { findChromium } from "../scripts/chromium.mjs";
import { root } from "./lib/server.mjs";

const rounds = process.argv.includes("--quick") ? 5 : 20;
const corpus = path.join(root, "public", "document-starters");
const read = async (name) => ({
  template: await readFile(path.join(corpus, `${name}.html`), "utf8"),
  data: JSON.parse(await readFile(path.join(corpus, `${name}.json`), "utf8").catch(() => "{}")),
  options: {},
});

/** A table over about so many pages. */
function longTable(pages) {
  const rows = Array.from(
    { length: pages * 44 },
    (_, index) =>
      `<tr><td>${index + 1}</td><td>Article ${index % 17}</td><td>SKU-${index}</td><td>${(index * 7) % 991}.00</td></tr>`,
  );
  return {
    template: `<!doctype html><style>body { margin: 0; font: 12px Arial } table { width: 100%; border-collapse: collapse } td, th { border: 1px solid #ccc; padding: 4px 8px }</style><table><thead><tr><th>No.</th><th>Article</th><th>SKU</th><th>Price</th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
    data: {},
    options: {},
  };
}

function startWorker() {
  const worker = new Worker(path.join(root, "dist", "pdf-worker.js"), {
    env: { NODE_ENV: "production" },
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    stdout: true,
    stderr: true,
  });
  const render = (job) =>
    new Promise((resolve, reject) => {
      worker.once("message", (answer) => (answer.ok ? resolve(answer.pdf) : reject(new Error(answer.error))));
      worker.postMessage(job);
    });
  return { render, stop: () => worker.terminate() };
}

/** Each one's median, taking turns, so that what else the machine does touches all. */
async function medians(count, works) {
  const times = works.map(() => []);
  for (let round = 0; round < count + 3; round++)
    for (const [index, work] of works.entries()) {
      const started = performance.now();
      await work();
      if (round >= 3) times[index].push(performance.now() - started);
    }
  return times.map((all) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)]);
}

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ javaScriptEnabled: false });
const worker = startWorker();
const { fillTemplate } = await import("./lib/fill.mjs");

const print = async (html) => {
  await page.setContent(html);
  return page.pdf({ printBackground: true, preferCSSPageSize: true, format: "A4" });
};

console.log(`Median of ${rounds}, in milliseconds, one after the other`);
const jobs = [
  ["invoice", await read("invoice"), rounds],
  ["letter", await read("letter"), rounds],
  ["table of 100 pages", longTable(100), Math.ceil(rounds / 5)],
];
for (const [name, job, count] of jobs) {
  const html = await fillTemplate(job.template, job.data);
  const [ours, theirs] = await medians(count, [() => worker.render(job), () => print(html)]);
  console.log(
    `  ${name.padEnd(20)} ${ours.toFixed(1).padStart(8)}   Chromium ${theirs.toFixed(1).padStart(8)}   ${(theirs / ours).toFixed(1)} times as fast`,
  );
}

const invoice = jobs[0][1];
const second = startWorker();
await second.render(invoice);
const started = performance.now();
let made = 0;
await Promise.all(
  [worker, second].map(async (one) => {
    while (performance.now() - started < 3_000) {
      await one.render(invoice);
      made += 1;
    }
  }),
);
console.log(`  two workers: ${Math.round(made / ((performance.now() - started) / 1_000))} invoices a second`);
await worker.render(longTable(480));
console.log(`  after 480 pages this process has ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
await Promise.all([worker.stop(), second.stop(), browser.close()]);
