// `npm run bench:console`: measures the console in a browser, on the production build with the demo's data,
// on every page of e2e/support/pages.ts. It measures the compressed JavaScript of a first load in English and
// in German, the layout shift of the load, the time from a click in the sidebar to the next area, and the
// load time of the five heaviest pages at a quarter of this machine's speed. Fails if a page exceeds a limit.
// Stops at the first page that does not answer with 200.
//
//   npm run build && npm run bench:console
import { chromium } from "playwright";
import { tenantAreas } from "../app/(console)/_frame/areas.ts";
import { platformPages, tenantPages } from "../e2e/support/pages.ts";
import { makeThings } from "../e2e/support/things.ts";
import { findChromium } from "../scripts/chromium.mjs";
import { firstLoad, moves, signIn, slowLoad } from "./lib/console.mjs";
import { accessToken, root, startServer } from "./lib/server.mjs";

/** Maximum JavaScript of a first load in KB, compressed. */
const MOST_KB = 200;
/** Maximum cumulative layout shift of a load. Below it, people see no movement. */
const MOST_SHIFT = 0.01;
/** Maximum time in milliseconds from a click in the sidebar to the painted heading of the next area. */
const MOST_MS = 200;
const SLOW_DOWN = 4;
const HEAVIEST = 5;
const ROUNDS = 5;

/** Returns the demo's seed with the ids for the pages: the first of each kind. */
async function pagesSeed({ url, seed }) {
  const [tenant] = seed.tenants;
  const token = await accessToken(url, tenant.credential);
  const first = async (path) => {
    const response = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = await response.json();
    const [one] = Array.isArray(body) ? body : Object.values(body).find(Array.isArray);
    return one;
  };
  const { userId } = tenant.owner;
  const { appId } = await first("apps");
  const { tagId } = await first("relationship-tags");
  const { userId: accountId } = await first("service-accounts");
  return {
    tenants: [tenant],
    fixtures: {
      userWithSessions: userId,
      userWithDevices: userId,
      userWithRisk: userId,
      connectedApp: { userId, appId },
      taggedUser: { userId, appId, tagId },
      serviceAccountWithApps: { userId: accountId },
    },
  };
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const middle = (values) => sorted(values)[Math.floor(values.length / 2)];
const mark = (isOver) => (isOver ? "  OVER" : "");

process.chdir(root);
// makeThings creates records whose addresses are on this machine.
const server = await startServer({ seed: "demo", core: null, env: { WEBHOOK_ALLOW_PRIVATE: "1" } });
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const options = { baseURL: server.baseUrl, viewport: { width: 1440, height: 900 } };
  const signedIn = async (person) => {
    const english = await browser.newContext({ ...options, locale: "en-US" });
    await signIn(english, person);
    const storageState = await english.storageState();
    return { english, german: await browser.newContext({ ...options, locale: "de-DE", storageState }) };
  };
  const seed = await pagesSeed(server);
  const [tenant] = seed.tenants;
  const owner = await signedIn(tenant.owner);
  const { things } = await makeThings(owner.english.request, seed);
  const tenantPaths = ["/sign-in", ...new Set(tenantPages(seed, things).flatMap((group) => group.paths))];

  const pages = [];
  for (const [by, paths] of [
    [owner, tenantPaths],
    [await signedIn(server.seed.platform.admin), platformPages(seed)],
  ])
    for (const path of paths) {
      const en = await firstLoad(by.english, path, "en");
      const de = await firstLoad(by.german, path, "de");
      const [most, shift] = [Math.max(en.kb, de.kb), Math.max(en.shift, de.shift)];
      pages.push({ path, context: by.english, en: en.kb, de: de.kb, most, shift });
    }
  pages.sort((a, b) => b.most - a.most);
  const isOver = ({ most, shift }) => most > MOST_KB || shift > MOST_SHIFT;
  console.log(
    `JavaScript of a first load, compressed (at most ${MOST_KB} KB), and what moves (at most ${MOST_SHIFT})`,
  );
  for (const page of pages)
    console.log(
      `  ${page.path.padEnd(48)} en ${page.en.toFixed(1).padStart(6)} KB   de ${page.de.toFixed(1).padStart(6)} KB   shift ${page.shift.toFixed(3)}${mark(isOver(page))}`,
    );
  const kbs = sorted(pages.map(({ most }) => most));
  console.log(
    `  ${pages.length} pages: least ${kbs[0].toFixed(0)}, median ${middle(kbs).toFixed(0)}, most ${kbs.at(-1).toFixed(0)} KB`,
  );

  console.log(
    `\nFrom a click in the sidebar to the next area's heading (at most ${MOST_MS} ms; middle of ${ROUNDS})`,
  );
  const areas = tenantAreas.flatMap((group) => group.areas).map(({ path }) => `/${tenant.slug}${path}`);
  const times = await moves(owner.english, areas, ROUNDS);
  const slow = [];
  for (const [path, runs] of times) {
    if (middle(runs) > MOST_MS) slow.push(path);
    const all = sorted(runs)
      .map((ms) => ms.toFixed(0))
      .join(", ");
    console.log(
      `  ${path.padEnd(48)} ${middle(runs).toFixed(0).padStart(5)} ms (${all})${mark(middle(runs) > MOST_MS)}`,
    );
  }
  const all = sorted([...times.values()].flat());
  console.log(
    `  all ${all.length}: p50 ${middle(all).toFixed(0)}, p95 ${all[Math.floor(all.length * 0.95)].toFixed(0)}, most ${all.at(-1).toFixed(0)} ms`,
  );

  console.log(`\nThe heaviest ${HEAVIEST}, at a ${SLOW_DOWN} times slower processor (middle of 3)`);
  for (const { path, context } of pages.slice(0, HEAVIEST)) {
    const runs = [];
    for (let round = 0; round < 3; round++) runs.push(await slowLoad(context, path, SLOW_DOWN));
    const of = (name) => middle(runs.map((run) => run[name]));
    console.log(
      `  ${path.padEnd(48)} LCP ${of("lcp").toFixed(0).padStart(5)} ms   blocking ${of("blocking").toFixed(0).padStart(5)} ms   shift ${of("shift").toFixed(3)}`,
    );
  }
  const over = [...pages.filter(isOver).map(({ path }) => path), ...slow.map((path) => `going to ${path}`)];
  console.log(over.length === 0 ? "\nEverything is within its bar." : `\nOVER its bar: ${over.join(", ")}`);
  if (over.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}
