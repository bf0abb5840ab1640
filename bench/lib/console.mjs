// Measurements of the console's pages in a browser: loading, and navigation to the next page.

/** @typedef {import("playwright").BrowserContext} BrowserContext */
/** @typedef {import("playwright").Page} Page */

/**
 * Signs in, for all pages of this context.
 * @param {BrowserContext} context
 * @param {{ email: string, password: string }} person
 */
export async function signIn(context, { email, password }) {
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.waitForLoadState("networkidle");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await page.close();
}

/** Runs in a page before its own scripts. Records the browser's performance entries. */
function watch() {
  const seen = { lcp: 0, fcp: 0, tasks: [], shifts: [] };
  Object.assign(globalThis, { seen });
  const each = (type, told) =>
    new PerformanceObserver((list) => list.getEntries().forEach(told)).observe({ type, buffered: true });
  each("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
  each("paint", (entry) => entry.name === "first-contentful-paint" && (seen.fcp = entry.startTime));
  each("longtask", (entry) => seen.tasks.push({ start: entry.startTime, duration: entry.duration }));
  each(
    "layout-shift",
    ({ hadRecentInput, startTime: at, value: by, sources }) =>
      hadRecentInput ||
      seen.shifts.push({ at, by, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60)) }),
  );
}

/**
 * Returns the cumulative layout shift (web.dev/cls): the maximum of one burst. A burst ends after one second
 * without a shift and lasts at most five seconds.
 * @param {{ at: number, by: number }[]} shifts
 */
function cumulative(shifts) {
  let [most, sum, began, last] = [0, 0, -Infinity, -Infinity];
  for (const { at, by } of shifts) {
    const isNew = at - last > 1_000 || at - began > 5_000;
    sum = isNew ? by : sum + by;
    if (isNew) began = at;
    last = at;
    most = Math.max(most, sum);
  }
  return most;
}

/** Opens a page. Throws if it does not answer with 200. @param {Page} page @param {string} path */
async function open(page, path) {
  const answer = await page.goto(path, { waitUntil: "load" });
  if (answer?.status() !== 200) throw new Error(`${path} answers with ${answer?.status()}.`);
  await page.waitForLoadState("networkidle");
}

/**
 * Opens a page with an empty cache. Returns the size of the scripts until the network is idle (in KB,
 * compressed), the layout shift and the beginnings of the texts that moved.
 * @param {BrowserContext} context @param {string} path @param {string} language the required language of the page
 * @returns {Promise<{ kb: number, shift: number, moved: string[] }>}
 */
export async function firstLoad(context, path, language) {
  const page = await context.newPage();
  await page.addInitScript(watch);
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
  await open(page, path);
  const { lang, shifts } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    shifts: globalThis.seen.shifts,
  }));
  if (lang !== language) throw new Error(`${path} speaks ${lang}, not ${language}.`);
  await page.close();
  return { kb: bytes / 1024, shift: cumulative(shifts), moved: shifts.flatMap(({ moved }) => moved) };
}

/**
 * Returns largest contentful paint and total blocking time in milliseconds, and the layout shift, on a
 * slowed-down processor.
 * @param {BrowserContext} context @param {string} path @param {number} slowDown the factor
 */
export async function slowLoad(context, path, slowDown) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await page.addInitScript(watch);
  await open(page, path);
  await page.waitForTimeout(2_500);
  const { lcp, fcp, tasks, shifts } = await page.evaluate(() => globalThis.seen);
  await page.close();
  // Like Lighthouse: the time over 50 ms of each task after the first paint.
  const blocking = tasks
    .filter(({ start }) => start >= fcp)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
  return { lcp, blocking, shift: cumulative(shifts) };
}

/**
 * Runs in the page. Measures the time in milliseconds from the next click on the link to the paint of another
 * heading.
 */
function timeNextMove(href) {
  const heading = () => document.querySelector("#main h1");
  const before = heading();
  const words = before?.textContent;
  globalThis.moved = new Promise((resolve) => {
    const link = document.querySelector(`nav a[href="${href}"]`);
    const clicked = ({ timeStamp }) => {
      const look = () => {
        if (location.pathname !== href || !heading()) return;
        if (heading() === before && before.textContent === words) return;
        watching.disconnect();
        // A task that starts in a frame runs after its paint.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      };
      const watching = new MutationObserver(look);
      watching.observe(document, { subtree: true, childList: true, characterData: true });
    };
    link.addEventListener("click", clicked, { capture: true, once: true });
  });
}

/** Time in milliseconds that the pointer is on a link before the click. */
const HOVER_MS = 100;

/**
 * Goes through the areas by the sidebar in several rounds, each in a new page. Returns the times of each
 * area.
 * @param {BrowserContext} context @param {string[]} areas @param {number} rounds
 * @returns {Promise<Map<string, number[]>>}
 */
export async function moves(context, areas, rounds) {
  const times = new Map(areas.map((path) => [path, []]));
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage();
    // Starts at the last area, so that each area is a navigation.
    await open(page, areas.at(-1));
    for (const path of areas) {
      await page.evaluate(timeNextMove, path);
      const link = page.locator(`nav[aria-label=Areas] a[href="${path}"]`);
      await link.hover();
      await page.waitForTimeout(HOVER_MS);
      await link.click();
      times.get(path).push(await page.evaluate(() => globalThis.moved));
      await page.waitForLoadState("networkidle");
    }
    await page.close();
  }
  return times;
}
