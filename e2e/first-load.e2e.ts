import type { BrowserContext } from "@playwright/test";
import { firstLoad } from "../bench/lib/console.mjs";
import { signIn } from "./support/console";
import { expect, test } from "./support/test";
import { makeThings, type Things } from "./support/things";

/** The limits that `npm run bench:console` applies to every page. */
const MOST_KB = 200;
const MOST_SHIFT = 0.01;

let german: BrowserContext;
let things: Things;
let removeThings: () => Promise<void>;

test.beforeAll(async ({ browser, seed }) => {
  const english = await browser.newContext({ baseURL: seed.baseUrl });
  await signIn(await english.newPage(), seed.tenants[0].owner);
  ({ things, remove: removeThings } = await makeThings(english.request, seed));
  // German texts are longer.
  german = await browser.newContext({
    baseURL: seed.baseUrl,
    viewport: { width: 1440, height: 900 },
    locale: "de-DE",
    storageState: await english.storageState(),
  });
});
test.afterAll(async () => {
  await removeThings();
  await german.close();
});

test("the heaviest pages load at most 200 KB of scripts, and their layout is stable", async ({
  seed: {
    tenants: [{ slug }],
    fixtures: { connectedApp, taggedUser },
  },
}) => {
  for (const path of [
    `/sign-in-methods/providers/${things.providerId}`,
    `/role-sync/${things.sourceId}`,
    `/apps/${connectedApp.appId}`,
    `/apps/${connectedApp.appId}/claims`,
    `/apis/${things.apiId}`,
    `/apis/${things.apiId}/claims`,
    `/users/${taggedUser.userId}?app=${taggedUser.appId}`,
    `/users/import/${things.importId}`,
    "/audit",
    "/access-rules",
    `/tags/${taggedUser.tagId}`,
  ]) {
    const { kb, shift, moved } = await firstLoad(german, `/${slug}${path}`, "de");
    expect.soft(kb, path).toBeLessThanOrEqual(MOST_KB);
    expect.soft(shift, `${path}: ${moved.join(" | ")}`).toBeLessThanOrEqual(MOST_SHIFT);
    // Checks that scripts are counted: React alone has more than 100 KB.
    expect.soft(kb, path).toBeGreaterThan(100);
  }
});
