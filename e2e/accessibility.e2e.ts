import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { signIn } from "./support/console";
import { platformPages, tenantPages } from "./support/pages";
import { tenantAreas } from "../app/(console)/_frame/areas";
import { expect, test } from "./support/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** SCREENSHOTS=folder keeps a picture of every page, theme and width, to be looked at. */
const pictures = process.env["SCREENSHOTS"];

for (const theme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    // Each theme and each width once; with pictures, all four.
    if (!pictures && (theme === "light") !== (width === 1440)) continue;
    test.describe(`${theme}, ${width} wide`, () => {
      // An area has a dozen pages, and axe looks at each thoroughly.
      test.describe.configure({ timeout: 150_000 });
      test.use({ colorScheme: theme, viewport: { width, height: 900 } });

      const visit = async (page: Page, paths: string[], missing = false) => {
        for (const path of paths) {
          const answer = await page.goto(path);
          expect.soft(answer?.status(), path).toBe(missing ? 404 : 200);
          await page.waitForLoadState("networkidle");
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() =>
            (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
          );
          expect
            .soft(
              violations.map(
                ({ id, nodes }) =>
                  `${path}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
              ),
            )
            .toEqual([]);
          // Nothing makes the page itself scroll sideways.
          expect
            .soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path)
            .toBeLessThanOrEqual(0);
          if (pictures) {
            mkdirSync(pictures, { recursive: true });
            await page.screenshot({
              path: `${pictures}/${path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home"}-${theme}-${width}.png`,
            });
          }
        }
      };

      test("before the sign-in", async ({ page }) => {
        await visit(page, ["/sign-in", "/docs/api"]);
        await visit(page, ["/nowhere/at/all"], true);
      });
      for (const { id } of tenantAreas)
        test(`an organization: ${id}`, async ({ page, seed }) => {
          await signIn(page, seed.tenants[0].owner);
          await visit(page, tenantPages(seed).find((group) => group.id === id)!.paths);
        });
      test("the platform", async ({ page, seed }) => {
        await signIn(page, seed.platform.admin);
        await visit(page, platformPages(seed));
      });
    });
  }
}
