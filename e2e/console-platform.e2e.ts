import { expect, test } from "./support/test";
import { call, expectPlatformEvent, signIn, signInByForm } from "./support/console";

test.describe("the platform's console", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, seed.platform.admin));

  test(
    "creates an organization whose owner can sign in, suspends it, and reactivates it",
    { tag: "@journey" },
    async ({ page, seed, browser, baseURL }) => {
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
      // The organization can be created together with an app. The app's secret is shown only once.
      await dialog.getByRole("checkbox", { name: "Register an app with it" }).check();
      await dialog.getByLabel("Redirect URIs").fill("not an address");
      await dialog.getByRole("button", { name: "Create organization" }).click();
      await expect(dialog.getByLabel("App’s name")).toHaveAttribute("aria-invalid", "true");
      await expect(dialog.getByLabel("Redirect URIs")).toHaveAttribute("aria-invalid", "true");
      await dialog.getByLabel("App’s name").fill("Portal");
      await dialog.getByLabel("Redirect URIs").fill("https://portal.journey.example/callback");
      await dialog.getByRole("button", { name: "Create organization" }).click();
      await expect(page.getByText("Shown only once")).toBeVisible();
      await page.getByRole("button", { name: "I have stored it" }).click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      await expect(page.getByText("Tenant created")).toBeVisible();
      await expectPlatformEvent(page, "tenant_created", seed.platform.admin);
      const slug = name.toLowerCase().replace(" ", "");

      const other = await browser.newContext({ baseURL: baseURL! });
      const theirs = await other.newPage();
      await signInByForm(theirs, owner);
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
      await expectPlatformEvent(page, "tenant_status_changed", seed.platform.admin);
      await theirs.goto(`/${slug}/users`);
      await expect(theirs).toHaveURL(/\/sign-in$/);

      await page.getByRole("button", { name: "Reactivate" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
      await expect(page.getByRole("button", { name: "Suspend" })).toBeVisible();
      await theirs.goto(`/${slug}/users`);
      await expect(theirs.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
      await other.close();
    },
  );

  test("saves the password policy, and the policy applies", async ({ page, seed }) => {
    await page.goto("/platform/settings");
    const passwords = page.locator("section", { hasText: "Minimum length" });
    await expect(passwords.getByRole("button", { name: "Save" })).toBeEnabled();
    await passwords.getByLabel("Minimum length").fill("5");
    await passwords.getByRole("button", { name: "Save" }).click();
    await expect(passwords.getByLabel("Minimum length")).toHaveAttribute("aria-invalid", "true");
    await passwords.getByLabel("Minimum length").fill("30");
    await passwords.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The settings were saved.")).toBeVisible();
    // The server reads settings again after a second.
    let made = 0;
    const create = async () => {
      const stamp = `${Date.now()}${(made += 1)}`;
      const { status } = await call(page, seed.platform.credential, "POST", "/api/v1/tenants", {
        tenantName: `Short ${stamp}`,
        adminEmail: `s${stamp}@short.example`,
        password: "a long and uncommon one",
      });
      return status;
    };
    try {
      await expect.poll(create).toBe(400);
      await passwords.getByLabel("Minimum length").fill("12");
      const saved = page.waitForResponse(/platform\.settings\.update/);
      await passwords.getByRole("button", { name: "Save" }).click();
      expect((await saved).status()).toBe(200);
    } finally {
      // Other tests choose passwords that are shorter than 30 letters.
      await page.request.post("/api/trpc/platform.settings.update", {
        data: { passwordPolicy: { minLength: 12 } },
      });
    }
    await expect.poll(create).toBe(201);
  });

  test("saves the limits of tokens and the reserved slugs, each group by itself", async ({ page, seed }) => {
    await page.goto("/platform/settings");
    const group = (title: string) => page.locator("section").filter({ hasText: title });
    const save = async (title: string) => {
      const answered = page.waitForResponse(/platform\.settings\.update/);
      await group(title).getByRole("button", { name: "Save" }).click();
      return (await answered).status();
    };
    const seconds = page.getByLabel("Management access tokens (seconds)");
    const slugs = page.getByLabel("Slugs, separated by commas");
    await expect(seconds).not.toHaveValue("");
    const [secondsBefore, slugsBefore] = [await seconds.inputValue(), await slugs.inputValue()];
    await seconds.fill("59");
    await group("Requests a minute").getByRole("button", { name: "Save" }).click();
    await expect(seconds).toHaveAttribute("aria-invalid", "true");
    await seconds.fill("1200");
    expect(await save("Requests a minute")).toBe(200);
    await slugs.fill("Not A Slug!");
    await group("Reserved slugs").getByRole("button", { name: "Save" }).click();
    await expect(slugs).toHaveAccessibleDescription(/Must be lower-case letters and digits/);
    await slugs.fill(`${slugsBefore}, treasury`);
    expect(await save("Reserved slugs")).toBe(200);
    await expectPlatformEvent(page, "settings_updated", seed.platform.admin);

    const { credential } = seed.platform;
    const issue = async () => {
      const issued = await page.request.post("/token", {
        form: {
          grant_type: "client_credentials",
          client_id: credential.clientId,
          client_secret: credential.clientSecret,
        },
      });
      return (await issued.json()) as object;
    };
    // The server reads settings again after a second.
    await expect.poll(issue).toMatchObject({ expires_in: 1_200 });
    const { body } = await call(page, credential, "POST", "/api/v1/tenants", {
      tenantName: "Treasury",
      adminEmail: `t${Date.now()}@treasury.example`,
      password: "a long and uncommon one",
    });
    expect((body as { slug: string }).slug).toMatch(/^treasury.+/);
    await page.reload();
    await expect(seconds).toHaveValue("1200");
    await seconds.fill(secondsBefore);
    await slugs.fill(slugsBefore);
    expect(await save("Requests a minute")).toBe(200);
    expect(await save("Reserved slugs")).toBe(200);
  });

  test("adds an administrator, who changes the initial password, and removes them", async ({
    page,
    seed,
    browser,
  }) => {
    const person = { email: `paul-${Date.now()}@platform.example`, password: "a long and uncommon one" };
    await page.goto("/platform/administrators");
    const dialog = page.getByRole("dialog");
    const add = dialog.getByRole("button", { name: "Add administrator" });
    await page.getByRole("button", { name: "Add administrator" }).click();
    await dialog.getByLabel("E-mail").fill(seed.platform.admin.email.toUpperCase());
    await dialog.getByLabel("Name").fill("Paul Platform");
    await dialog.getByLabel("Initial password").fill("short");
    await add.click();
    await expect(dialog.getByLabel("Initial password")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Initial password").fill(person.password);
    await add.click();
    await expect(dialog.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("E-mail").fill(person.email);
    await add.click();
    const row = page.getByRole("row", { name: person.email });
    await expect(row).toBeVisible();
    await expectPlatformEvent(page, "platform_administrator_created", seed.platform.admin);

    const context = await browser.newContext({ baseURL: seed.baseUrl });
    const theirs = await context.newPage();
    await signIn(theirs, person);
    await theirs.goto("/platform/account");
    const change = theirs.getByRole("button", { name: "Change password" });
    await theirs.getByLabel("Current password").fill("not this one");
    await theirs.getByLabel("New password").fill("another long and uncommon one");
    await change.click();
    await expect(theirs.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
    await theirs.getByLabel("Current password").fill(person.password);
    await change.click();
    await expect(theirs.getByText("Your password was changed")).toBeVisible();
    await expectPlatformEvent(page, "password_changed", person);

    await page.getByRole("button", { name: `Actions for ${person.email}` }).click();
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(row).toBeHidden();
    await expectPlatformEvent(page, "platform_administrator_removed", seed.platform.admin);
    await theirs.reload();
    await expect(theirs).toHaveURL(/\/sign-in$/);
    await context.close();
  });
});
