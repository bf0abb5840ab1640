// `node bench/pdf.mjs`: compares the product's PDFs with the ones of warm Chromium, and measures the health
// endpoint during rendering, in one run on this machine. Requires a build.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright";
import { findChromium } from "../scripts/chromium.mjs";
import { root, startServer } from "./lib/server.mjs";

const rounds = process.argv.includes("--quick") ? 5 : 40;
const corpus = path.join(root, "public", "document-starters");
const read = async (name) => ({
  template: await readFile(path.join(corpus, `${name}.html`), "utf8"),
  data: JSON.parse(await readFile(path.join(corpus, `${name}.json`), "utf8").catch(() => "{}")),
  options: {},
});

/** Creates a table of about this number of pages. */
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
  const child = fork(path.join(root, "dist", "pdf-worker.js"), {
    env: { NODE_ENV: "production" },
    execArgv: ["--max-old-space-size=512", "--max-semi-space-size=16"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // The first message says that the process is ready (server/processes).
  const ready = once(child, "message");
  const render = async (job) => {
    await ready;
    return new Promise((resolve, reject) => {
      child.once("message", (answer) => (answer.ok ? resolve(answer.pdf) : reject(new Error(answer.error))));
      child.send(job);
    });
  };
  return { child, render, stop: () => child.kill("SIGKILL") };
}

/** Returns the most resident memory that a process has had, in MB (Linux). */
async function peakMemoryOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round((Number(/VmHWM:\s+(\d+)/.exec(status)[1]) * 1_024) / 1e6);
}

/**
 * Returns the median of each work. They run alternately, so that other load affects all. The first rounds
 * only warm up.
 */
async function medians(count, warm, works) {
  const times = works.map(() => []);
  for (let round = 0; round < count + warm; round++)
    for (const [index, work] of works.entries()) {
      const started = performance.now();
      await work(round);
      if (round >= warm) times[index].push(performance.now() - started);
    }
  return times.map((all) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)]);
}

const executablePath = findChromium();
/** Makes each document different by a number and a line. */
const inRound = (job, round) => ({
  ...job,
  template: job.template.replace(
    "</body>",
    `<p>No. {{round}}, ${String.fromCharCode(65 + (round % 26))}{{letters}}</p></body>`,
  ),
  data: { ...job.data, round, letters: (round * 2_654_435_761).toString(36) },
});

/**
 * Returns the p99 of GET /healthz, sent every 20 ms for some seconds, while all processes render documents and
 * more wait.
 */
async function healthWhileRendering(job, seconds) {
  const server = await startServer({ core: null, env: { RENDER_PUBLIC: "1" } });
  try {
    const body = JSON.stringify({
      template: { type: "base64", content: Buffer.from(job.template).toString("base64") },
      data: job.data,
    });
    const until = performance.now() + seconds * 1_000;
    let made = 0;
    const render = async () => {
      while (performance.now() < until) {
        const answer = await fetch(`${server.url}/api/render/pdf`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        await answer.arrayBuffer();
        if (answer.ok) made += 1;
        else await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const times = [];
    const health = async () => {
      while (performance.now() < until) {
        const started = performance.now();
        await (await fetch(`${server.url}/healthz`)).arrayBuffer();
        times.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await Promise.all([...Array.from({ length: 8 }, render), health()]);
    times.sort((one, other) => one - other);
    return { made, p99: times[Math.floor(times.length * 0.99)], count: times.length };
  } finally {
    await server.stop();
  }
}

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
  ["invoice", await read("invoice"), rounds, rounds],
  ["letter", await read("letter"), rounds, rounds],
  ["table of 100 pages", longTable(100), Math.ceil(rounds / 10), 1],
];
for (const [name, job, count, warm] of jobs) {
  const turns = Array.from({ length: count + warm }, (_, round) => inRound(job, round));
  const pages = await Promise.all(turns.map(({ template, data }) => fillTemplate(template, data)));
  const [ours, theirs] = await medians(count, warm, [
    (round) => worker.render(turns[round]),
    (round) => print(pages[round]),
  ]);
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
worker.stop();
second.stop();
await browser.close();
const long = startWorker();
await long.render(longTable(500));
console.log(`  500 pages: ${await peakMemoryOf(long.child.pid)} MB at most in the process that renders them`);
long.stop();
for (const [name, job] of [
  ["invoices", invoice],
  ["tables of 100 pages", longTable(100)],
]) {
  const { made: documents, p99, count } = await healthWhileRendering(job, 10);
  console.log(
    `  GET /healthz while ${name} are made: p99 ${p99.toFixed(1)} ms of ${count}, ${documents} documents beside it`,
  );
}
