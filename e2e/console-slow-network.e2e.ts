import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { acme, call, openArea, signIn } from "./support/console";

/** Limits the connection to 150 ms and 50 KB/s. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 50 * 1024,
    uploadThroughput: 50 * 1024,
  });
}

test.describe("on a slow connection, keys that are pressed while code loads", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  test("choose the typed role in a picker", async ({ page, seed }) => {
    const { credential } = acme(seed);
    const { userId } = seed.fixtures.plainUser;
    const name = `Zebra keeper ${Date.now()}`;
    expect((await call(page, credential, "POST", "/api/v1/roles", { name })).status).toBe(201);
    await openArea(page, seed, `/users/${userId}/roles`);
    await slowDown(page);
    await page.getByRole("button", { name: "Grant role" }).click();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${name} was granted.`)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove the role Zebra keeper/ })).toHaveCount(1);
  });

  test("open an area from the palette", async ({ page, seed }) => {
    await openArea(page, seed, "");
    await slowDown(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("audit");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/audit$/);
  });

  test("fill a dialog's fields in their order and submit", async ({ page, seed }) => {
    const name = `Slow tag ${Date.now()}`;
    await openArea(page, seed, "/tags");
    await slowDown(page);
    await page.getByRole("button", { name: "New tag" }).click();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name })).toBeVisible();
  });

  test("choose the intended item of a menu", async ({ page, seed }) => {
    await openArea(page, seed, "");
    await slowDown(page);
    const menu = page.getByRole("button", { name: /Account menu/ });
    await menu.evaluate((button) => button.focus());
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/account$/);
  });
});
