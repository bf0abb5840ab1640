import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { acme, alive, openArea, signIn } from "./support/console";

test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

/**
 * Returns a switch that lets every script fail that the page does not have yet. It intercepts requests from the start: a page that is
 * open when the interception begins can still take a script from its cache.
 */
async function controlScripts(page: Page) {
  const scripts = { fail: false };
  await page.route("**/_next/static/chunks/**", (route) => (scripts.fail ? route.abort() : route.continue()));
  return scripts;
}

test("a script that fails to load: the page loads again by itself and keeps the typed input", async ({
  page,
  seed,
}) => {
  const scripts = await controlScripts(page);
  await openArea(page, seed, "/settings");
  const name = page.getByLabel("Name of the organization");
  await expect(name).not.toHaveValue("");
  await name.fill("Typed before the failure");
  // All scripts that the page has not loaded yet fail, as after a restart with another version.
  scripts.fail = true;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) scripts.fail = false;
  });
  const loaded = page.waitForEvent("load");
  await page.keyboard.press("Control+k");
  await loaded;
  await alive(page);
  await expect(name).toHaveValue("Typed before the failure");
  await name.fill("");
});

test("a script that fails again: the page offers to load it by a button", async ({ page, seed }) => {
  const scripts = await controlScripts(page);
  await openArea(page, seed, "");
  await page.evaluate(() => sessionStorage.setItem("castellan:reloaded", String(Date.now())));
  scripts.fail = true;
  await page.keyboard.press("Control+k");
  const button = page.getByRole("button", { name: "Load the page again" });
  await expect(button).toBeVisible();
  scripts.fail = false;
  await button.click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("offline: a notice, and no old rows as the answer of a new search", async ({ page, seed, context }) => {
  await openArea(page, seed, "/users");
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await page.getByRole("searchbox", { name: /Search/ }).fill("nobody-has-this-name");
  await expect(page.getByRole("alert").first()).toContainText("No connection to the server.");
  await expect(page.getByRole("row")).toHaveCount(1);
  await context.setOffline(false);
  // The list asks again by itself.
  await expect(page.getByText("You are offline.")).toBeHidden();
  await expect(page.getByText("No user matches this search and status.")).toBeVisible();
});
