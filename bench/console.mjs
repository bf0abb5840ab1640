// `npm run bench:console`: what a page of the console costs a browser, measured on the production build with the demo's
// data: the JavaScript of each page's first load as it comes over the wire, and for the heaviest five how long they take
// at a quarter of this machine's speed. Ends with an error where a page's JavaScript is over its budget.
//
//   npm run build && npm run bench:console
import { chromium } from "playwright";
import { findChromium } from "../scripts/chromium.mjs";
import { root, startServer } from "./lib/server.mjs";

/** The most JavaScript that a first load may bring, compressed. */
const BUDGET_KB = 200;
const SLOW_DOWN = 4;
const HEAVIEST = 5;

/** Every page, by the areas that the sidebar shows, and what hangs below them. */
async function pagesOf(page, slug) {
  await page.goto(`/${slug}`);
  const areas = await page
    .locator("nav[aria-label=Areas] a")
    .evaluateAll((links) => links.map((link) => link.pathname));
  return ["/sign-in", ...areas, `/${slug}/users/1`, `/${slug}/roles/1`, `/${slug}/account`];
}

/** Opens a page with an empty cache and adds up the scripts that came before it was quiet. */
async function firstLoad(context, path) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set();
  let bytes = 0;
  devtools.on(
    "Network.responseReceived",
    ({ requestId, type }) => type === "Script" && scripts.add(requestId),
  );
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  const answer = await page.goto(path, { waitUntil: "load" });
  await page.waitForTimeout(500);
  await page.close();
  return { path, status: answer?.status() ?? 0, kb: bytes / 1024 };
}

/** Largest contentful paint and total blocking time, in milliseconds, on a slowed-down processor. */
async function paint(context, path) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DOWN });
  await page.addInitScript(() => {
    const seen = { lcp: 0, fcp: 0, tasks: [] };
    Object.assign(globalThis, { seen });
    const watch = (type, each) =>
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
    watch("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
    watch("paint", (entry) => entry.name === "first-contentful-paint" && (seen.fcp = entry.startTime));
    watch("longtask", (entry) => seen.tasks.push({ start: entry.startTime, duration: entry.duration }));
  });
  await page.goto(path, { waitUntil: "load" });
  await page.waitForTimeout(2_500);
  const { lcp, fcp, tasks } = await page.evaluate(() => globalThis.seen);
  await page.close();
  // As Lighthouse reckons it: what of each task after the first paint is over 50 ms.
  const blocking = tasks
    .filter(({ start }) => start >= fcp)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
  return { lcp: Math.round(lcp), blocking: Math.round(blocking) };
}

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

process.chdir(root);
const server = await startServer({ seed: "demo" });
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const context = await browser.newContext({
    baseURL: server.baseUrl,
    viewport: { width: 1440, height: 900 },
  });
  const [tenant] = server.seed.tenants;
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.waitForLoadState("networkidle");
  await page.getByLabel("E-mail").fill(tenant.owner.email);
  await page.getByLabel("Password").fill(tenant.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  const paths = await pagesOf(page, tenant.slug);
  await page.close();

  const loads = [];
  for (const path of paths) loads.push(await firstLoad(context, path));
  const pages = loads.filter(({ status }) => status === 200).sort((a, b) => b.kb - a.kb);
  console.log(`JavaScript of a first load, compressed (at most ${BUDGET_KB} KB)`);
  for (const { path, kb } of pages)
    console.log(`  ${path.padEnd(36)} ${kb.toFixed(1).padStart(7)} KB${kb > BUDGET_KB ? "  OVER" : ""}`);

  console.log(`\nThe heaviest ${HEAVIEST}, at a ${SLOW_DOWN} times slower processor (middle of 3)`);
  for (const { path } of pages.slice(0, HEAVIEST)) {
    const runs = [];
    for (let round = 0; round < 3; round++) runs.push(await paint(context, path));
    const lcp = middle(runs.map((run) => run.lcp));
    const blocking = middle(runs.map((run) => run.blocking));
    console.log(
      `  ${path.padEnd(36)} LCP ${String(lcp).padStart(5)} ms   blocking ${String(blocking).padStart(5)} ms`,
    );
  }
  if (pages.some(({ kb }) => kb > BUDGET_KB)) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}
