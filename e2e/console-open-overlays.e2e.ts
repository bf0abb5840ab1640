import { expect, test } from "./support/test";
import { acme, openArea, signIn } from "./support/console";
import { inspect } from "./support/inspect";

test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

test("axe finds no problem in an open menu of columns, picker, palette and dialog", async ({
  page,
  seed,
}) => {
  const { userId } = seed.fixtures.plainUser;
  await openArea(page, seed, "/users");
  await page.getByRole("button", { name: "Choose columns" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await inspect(page, "open-columns");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find areas, records and actions" }).fill("2fa");
  await expect(page.getByRole("option", { name: "Sign-in options" })).toBeVisible();
  await inspect(page, "open-palette");
  await openArea(page, seed, `/users/${userId}/roles`);
  await page.getByRole("button", { name: "Grant role" }).click();
  await expect(page.getByRole("dialog", { name: "Find a role" })).toBeVisible();
  await inspect(page, "open-picker");
  await page.keyboard.press("Escape");
  await openArea(page, seed, "/apps?new=true");
  await expect(page.getByRole("dialog", { name: "New app" })).toBeVisible();
  await inspect(page, "open-dialog");
});

test("buttons of a waiting device name the device and its owner", async ({ page, seed }) => {
  await openArea(page, seed, "/devices?status=pending");
  await expect(page.getByRole("button", { name: /^Approve .+ of .+/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Deny .+ of .+/ }).first()).toBeVisible();
});

test("forced colours mark the current tab and the bars; sort headings are high enough to press", async ({
  page,
  seed,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openArea(page, seed, "");
  const bar = page.locator("figure [data-bar]").first();
  await expect(bar).toHaveCSS("forced-color-adjust", "none");
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(bar).not.toHaveCSS("background-color", canvas);
  await openArea(page, seed, `/users/${seed.fixtures.plainUser.userId}`);
  const tabs = page.getByRole("navigation", { name: "User sections" }).getByRole("link");
  const border = (name: string) =>
    tabs.filter({ hasText: name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  expect(await border("Overview")).not.toBe(await border("Roles"));
  await page.emulateMedia({ forcedColors: null });
  await openArea(page, seed, "/users");
  const heights = await page
    .locator("th button")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(0);
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(24);
});
