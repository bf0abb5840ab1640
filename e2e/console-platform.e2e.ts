import { expect, test } from "./support/test";
import { call, signIn } from "./support/console";

test.describe("the platform's console", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, seed.platform.admin));

  test("creates an organization whose owner can sign in, suspends it, and reactivates it", async ({
    page,
    browser,
    baseURL,
  }) => {
    const name = `Journey ${Date.now()}`;
    const owner = { email: `owner-${Date.now()}@journey.example`, password: "a long and uncommon one" };
    await page.goto("/platform/tenants");
    await page.getByRole("button", { name: "New organization" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("Owner’s e-mail").fill(owner.email);
    await dialog.getByLabel("Owner’s password").fill("password1234");
    await dialog.getByRole("button", { name: "Create organization" }).click();
    await expect(dialog.getByLabel("Owner’s password")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Owner’s password").fill(owner.password);
    // An app can be registered with it, whose secret is shown this once.
    await dialog.getByRole("checkbox", { name: "Register an app with it" }).check();
    await dialog.getByLabel("Redirect URIs").fill("not an address");
    await dialog.getByRole("button", { name: "Create organization" }).click();
    await expect(dialog.getByLabel("App’s name")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByLabel("Redirect URIs")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("App’s name").fill("Portal");
    await dialog.getByLabel("Redirect URIs").fill("https://portal.journey.example/callback");
    await dialog.getByRole("button", { name: "Create organization" }).click();
    await expect(page.getByText("Shown only now")).toBeVisible();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByText("Tenant created")).toBeVisible();
    const slug = name.toLowerCase().replace(" ", "");

    const other = await browser.newContext({ baseURL: baseURL! });
    const theirs = await other.newPage();
    await signIn(theirs, owner);
    await expect(theirs).toHaveURL(new RegExp(`/${slug}$`));
    await theirs.goto(`/${slug}/apps`);
    await expect(theirs.getByRole("link", { name: "Portal" })).toBeVisible();

    await page.goto(`/platform/tenants?search=${slug}`);
    await expect(page.getByRole("cell", { name: slug, exact: true })).toBeVisible();
    await page.getByRole("link", { name }).click();
    await page.getByRole("button", { name: "Suspend" }).click();
    await page.getByLabel(/to confirm/).fill(slug);
    await page.getByRole("button", { name: "Suspend organization" }).click();
    await expect(page.getByRole("button", { name: "Reactivate" })).toBeVisible();
    await theirs.goto(`/${slug}/users`);
    await expect(theirs).toHaveURL(/\/sign-in$/);

    await page.getByRole("button", { name: "Reactivate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
    await expect(page.getByRole("button", { name: "Suspend" })).toBeVisible();
    await theirs.goto(`/${slug}/users`);
    await expect(theirs.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
    await other.close();
  });

  test("saves the password policy, and the policy holds", async ({ page, seed }) => {
    await page.goto("/platform/settings");
    const passwords = page.locator("section", { hasText: "Shortest length" });
    await expect(passwords.getByRole("button", { name: "Save" })).toBeEnabled();
    await passwords.getByLabel("Shortest length").fill("5");
    await passwords.getByRole("button", { name: "Save" }).click();
    await expect(passwords.getByLabel("Shortest length")).toHaveAttribute("aria-invalid", "true");
    await passwords.getByLabel("Shortest length").fill("30");
    await passwords.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The settings were saved.")).toBeVisible();
    // Settings are answered from memory for a second.
    await page.waitForTimeout(1_100);
    const refused = await call(page, seed.platform.credential, "POST", "/api/v1/tenants", {
      tenantName: "Short",
      adminEmail: "s@short.example",
      password: "a long and uncommon one",
    });
    expect(refused).toMatchObject({ status: 400 });
    await passwords.getByLabel("Shortest length").fill("12");
    const saved = page.waitForResponse(/platform\.settings\.update/);
    await passwords.getByRole("button", { name: "Save" }).click();
    expect((await saved).status()).toBe(200);
    await page.waitForTimeout(1_100);
  });
});
