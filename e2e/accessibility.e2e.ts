import { mkdirSync, readdirSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { twMerge } from "tailwind-merge";
import { signIn } from "./support/console";
import { expectGerman } from "./support/german";
import { problemsOf } from "./support/inspect";
import { platformPages, tenantPages, widePages } from "./support/pages";
import { tenantAreas } from "../app/(console)/_frame/areas";
import { expect, test, type Seed } from "./support/test";
import { makeThings, type Things } from "./support/things";

/** SCREENSHOTS=folder stores a screenshot of every page, theme and width for review. */
const pictures = process.env["SCREENSHOTS"];
const nameOf = (path: string) => path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home";

let things: Things;
let removeThings: () => Promise<void>;
let owner: BrowserContext;

test.beforeAll(async ({ browser, seed }) => {
  owner = await browser.newContext({ baseURL: seed.baseUrl });
  await signIn(await owner.newPage(), seed.tenants[0].owner);
  ({ things, remove: removeThings } = await makeThings(owner.request, seed));
});
test.afterAll(async () => {
  await removeThings();
  await owner.close();
});

/** Waits until the page shows its data: nothing is busy, and no placeholder is left. */
const loaded = (page: Page) =>
  page.waitForFunction(
    () => document.readyState === "complete" && !document.querySelector("[aria-busy=true], .animate-pulse"),
  );

/** Returns the distance that the page can be scrolled sideways, in pixels. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Returns the buttons of table rows that are outside the window. They must be visible even if the other cells are wide. */
const actionsOutOfSight = (page: Page) =>
  page.locator("table:has(th:last-child > .sr-only) td:last-child button").evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, right } = button.getBoundingClientRect();
        return left < 0 || right > window.innerWidth;
      })
      .map((button) => button.ariaLabel ?? button.textContent),
  );

/** Returns contradicting Tailwind classes of one element: the order of the style sheet would decide which applies. */
async function contradictions(page: Page) {
  const classes = await page
    .locator("[class]")
    .evaluateAll((elements) => [...new Set(elements.map((one) => [...one.classList].join(" ")))]);
  return classes.filter((names) => twMerge(names) !== names);
}

test("includes every page of the console", ({ seed }) => {
  const visited = [...tenantPages(seed, things).flatMap(({ paths }) => paths), ...platformPages(seed)].map(
    (path) => path.replace(/\?.*/, ""),
  );
  const folder = new URL("../app/(console)/", import.meta.url);
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`)
    // This page only redirects to the first area.
    .filter((route) => route !== "/platform");
  expect(pages.length).toBeGreaterThan(50);
  const patternOf = (route: string) =>
    new RegExp(
      `^${route
        .replace("[tenant]", seed.tenants[0].slug)
        .replace(/\[\w+Id\]/g, "\\d+")
        .replace(/\[\w+\]/g, "[^/]+")}$`,
    );
  expect(pages.filter((route) => !visited.some((path) => patternOf(route).test(path)))).toEqual([]);
});

test.describe("2560 wide", () => {
  test.use({ viewport: { width: 2560, height: 1440 } });

  test("nothing scrolls sideways, and the content is in the middle", async ({ page, seed }) => {
    await signIn(page, seed.tenants[0].owner);
    for (const path of widePages(seed, things)) {
      await page.goto(path);
      await loaded(page);
      expect.soft(await sideways(page), path).toBeLessThanOrEqual(0);
      const main = (await page.locator("#main").boundingBox())!;
      expect.soft(main.width, path).toBeLessThanOrEqual(1_600);
      // The content has equal space before and after it, beside the sidebar.
      const sidebar = (await page.getByRole("navigation", { name: "Areas" }).boundingBox())!;
      const before = main.x - (sidebar.x + sidebar.width);
      const after = 2_560 - (main.x + main.width);
      expect.soft(Math.abs(before - after), path).toBeLessThan(40);
      // Readers lose the next line in prose with longer lines.
      const longest = await page.locator("#main p").evaluateAll((lines) =>
        Math.max(
          0,
          ...lines.map((line) => {
            const text = document.createRange();
            text.selectNodeContents(line);
            return text.getBoundingClientRect().width;
          }),
        ),
      );
      expect.soft(longest, `${path}: the longest line`).toBeLessThanOrEqual(1_000);
      if (pictures) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: `${pictures}/${nameOf(path)}-light-2560.png` });
      }
    }
  });
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    // Runs two combinations, which include each theme, width and language. With screenshots, runs all four in English.
    if (!pictures && (theme === "light") !== (width === 1440)) continue;
    const german = !pictures && width === 390;
    test.describe(`${theme}, ${width} wide${german ? ", in German" : ""}`, () => {
      // An area has a dozen pages, and axe takes long for each.
      test.describe.configure({ timeout: 240_000 });
      test.use({ colorScheme: theme, viewport: { width, height: 900 } });

      const enter = async (page: Page, { baseUrl }: Seed, person: Parameters<typeof signIn>[1]) => {
        await signIn(page, person);
        if (german)
          await page.context().addCookies([{ name: "castellan_locale", value: "de", url: baseUrl }]);
      };

      const visit = async (page: Page, paths: string[], { missing = false, inside = true } = {}) => {
        for (const path of paths) {
          const answer = await page.goto(path);
          expect.soft(answer?.status(), path).toBe(missing ? 404 : 200);
          await loaded(page);
          if (german && inside) await expectGerman(page);
          expect.soft(await problemsOf(page), path).toEqual([]);
          // The page itself does not scroll sideways.
          expect.soft(await sideways(page), path).toBeLessThanOrEqual(0);
          expect.soft(await actionsOutOfSight(page), path).toEqual([]);
          expect.soft(await contradictions(page), path).toEqual([]);
          if (pictures) {
            mkdirSync(pictures, { recursive: true });
            await page.screenshot({ path: `${pictures}/${nameOf(path)}-${theme}-${width}.png` });
          }
        }
      };

      test("before the sign-in", async ({ page }) => {
        await visit(page, ["/sign-in", "/docs/api"], { inside: false });
        await visit(page, ["/nowhere/at/all"], { missing: true, inside: false });
      });
      if (theme === "light" && !pictures)
        test("the central pages", { tag: "@journey" }, async ({ page, seed }) => {
          const [{ slug, owner: person }] = seed.tenants;
          const central = [
            "",
            `/users/${person.userId}`,
            "/roles",
            "/apps",
            "/access-rules",
            "/settings",
            "/audit",
          ];
          await visit(page, ["/sign-in"], { inside: false });
          await enter(page, seed, person);
          await visit(
            page,
            central.map((path) => `/${slug}${path}`),
          );
        });
      for (const { id } of tenantAreas)
        test(`an organization: ${id}`, async ({ page, seed }) => {
          await enter(page, seed, seed.tenants[0].owner);
          await visit(page, tenantPages(seed, things).find((group) => group.id === id)!.paths);
        });
      test("the platform", async ({ page, seed }) => {
        await enter(page, seed, seed.platform.admin);
        await visit(page, platformPages(seed));
      });
    });
  }
}
