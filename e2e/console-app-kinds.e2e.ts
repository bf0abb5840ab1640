import { expect, test } from "./support/test";
import { acme, openArea, signIn } from "./support/console";

test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

test("the registration of a public app opens the page of the app", async ({ page, seed }) => {
  await openArea(page, seed, "/apps");
  await page.getByRole("button", { name: "New app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Public app");
  await dialog.getByLabel("Kind").selectOption("public");
  await dialog.getByLabel("Redirect URIs").fill("com.example.app:/cb");
  await page.getByRole("button", { name: "Register app" }).click();
  await expect(page).toHaveURL(/\/apps\/\d+$/);
  await expect(page.getByRole("heading", { name: "Public app", level: 1 })).toBeVisible();
});

test("a machine-to-machine app shows only what applies to it", async ({ page, seed }) => {
  const { slug } = acme(seed);
  await openArea(page, seed, "/apps?new=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Nightly export");
  await dialog.getByLabel("Kind").selectOption("machine");
  await page.getByRole("button", { name: "Register app" }).click();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("heading", { name: "Nightly export", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Quick start" }).click();
  const tabs = page.getByRole("navigation", { name: "Views of the app" });
  await expect(tabs.getByRole("link")).toHaveText(["Settings", "App roles", "Quick start"]);
  await expect(page.getByText("Open to everyone")).toBeHidden();
  const code = page.locator("pre");
  await expect(code).toContainText("grant_type=client_credentials");
  await expect(code).not.toContainText("authorization_code");
  await page.goto(`/${slug}/apps?search=Nightly+export`);
  await expect(page.getByRole("row", { name: /Nightly export/ })).not.toContainText("Everyone");
});

test("the quick start of an app requests its roles", async ({ page, seed }) => {
  await page.goto(`/${acme(seed).slug}/apps/${seed.fixtures.connectorApp.appId}/quick-start`);
  await expect(page.locator("pre")).toContainText("scope=openid%20profile%20email%20roles");
});
