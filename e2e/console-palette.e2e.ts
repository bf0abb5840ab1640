import { expect, test } from "./support/test";
import { acme, call, openArea, signIn } from "./support/console";

test.describe("an organization's palette", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, acme(seed).owner));

  test("opens by keyboard and navigates", async ({ page, seed }) => {
    await page.goto(`/${acme(seed).slug}`);
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox")).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.type("audit");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/audit$/);
    await page.keyboard.press("Control+k");
    await page.keyboard.type(acme(seed).owner.email.slice(0, 8));
    await expect(
      page.getByRole("option", { name: new RegExp(acme(seed).owner.email) }).first(),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    // Enter waits for the results.
    const { email, userId } = seed.fixtures.plainUser;
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill(email);
    await page.getByRole("combobox").press("Enter");
    await expect(page).toHaveURL(new RegExp(`/users/${userId}$`));
  });

  test("finds areas and actions by other words, and leaves no old entries", async ({ page, seed }) => {
    await openArea(page, seed, "");
    await page.keyboard.press("Control+k");
    const field = page.getByPlaceholder("Find an area, a person, an app, an action…");
    for (const [text, name] of [
      ["lock", "Users"],
      ["reset password", "Users"],
      ["2fa", "Sign-in options"],
      ["mfa", "Sign-in options"],
      ["sms", "Sign-in options"],
      ["groups", "Roles"],
      ["logo", "Branding"],
      ["api key", "API access"],
      ["docs", "API reference"],
      ["add user", "New user…"],
      ["sign out", "Sign out"],
      ["dark", "Use the dark theme"],
    ] as const) {
      await field.fill(text);
      await expect(page.getByRole("option", { name, exact: true })).toBeVisible();
    }
    // "People" is the name of a group of areas and of a group of users.
    await field.fill(seed.fixtures.plainUser.email);
    await expect(page.getByRole("option", { name: /^Lock / })).toBeVisible();
    await expect(page.getByRole("option", { name: /^Grant .+ a role…/ })).toBeVisible();
    await field.fill("invitations");
    await expect(page.getByRole("option", { name: "Invitations", exact: true })).toBeVisible();
    await expect(page.getByRole("option", { name: new RegExp(seed.fixtures.plainUser.email) })).toHaveCount(
      0,
    );
    await field.fill("dark theme");
    await page.getByRole("option", { name: "Use the dark theme" }).click();
    await expect(page.locator("html")).toHaveClass(/dark/);
  });

  test("shows the pages that were opened last", async ({ page, seed }) => {
    await openArea(page, seed, "/roles");
    // A page counts as opened once its title stays.
    await page.waitForFunction(() => sessionStorage.getItem("castellan:recent")?.includes("/roles"));
    await openArea(page, seed, "/tags");
    await page.keyboard.press("Control+k");
    await expect(
      page.getByRole("group", { name: "Recent" }).getByRole("option", { name: "Roles" }),
    ).toBeVisible();
  });

  test("finds records, starts actions of a page, and shows keyboard shortcuts", async ({ page, seed }) => {
    const { slug } = acme(seed);
    await openArea(page, seed, "/audit");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await expect(page.getByRole("combobox", { name: "About" })).toBeFocused();
    await page.keyboard.press("Escape");

    await page.keyboard.press("Control+k");
    const field = page.getByPlaceholder("Find an area, a person, an app, an action…");
    await field.fill("new user");
    await page.getByRole("option", { name: "New user…" }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/users\\?new=true`));
    await expect(page.getByRole("dialog", { name: "New user" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(new RegExp(`/${slug}/users$`));

    await page.keyboard.press("Control+k");
    await field.fill("rotate");
    await page
      .getByRole("option", { name: /Rotate the secret of/ })
      .first()
      .click();
    await expect(page.getByRole("dialog", { name: /Rotate the secret of/ })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.keyboard.press("Control+k");
    await field.fill("custom field");
    await page.getByRole("option", { name: "New custom field…" }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/custom-fields\\?new=true`));
    await expect(page.getByRole("dialog", { name: "New field" })).toBeVisible();
    await page.keyboard.press("Escape");

    const { email, userId } = seed.fixtures.plainUser;
    await page.keyboard.press("Control+k");
    await field.fill(`lock ${email}`);
    await page.getByRole("option", { name: /^Lock / }).click();
    await expect(page).toHaveURL(new RegExp(`/users/${userId}\\?lock=true`));
    await expect(page.getByRole("dialog", { name: "Lock user" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await field.fill(`${email} suspend`);
    await page.getByRole("option", { name: /^Suspend / }).click();
    await expect(page.getByRole("dialog", { name: /^Suspend / })).toBeVisible();
  });

  test("finds an entry of the log by the name of actor or target, and its URL opens it", async ({
    page,
    seed,
  }) => {
    const { credential } = acme(seed);
    const name = `Findable tag ${Date.now()}`;
    expect((await call(page, credential, "POST", "/api/v1/relationship-tags", { name })).status).toBe(201);
    await openArea(page, seed, "/roles");
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Find an area, a person, an app, an action…").fill(name.toUpperCase());
    await page.getByRole("option", { name: `Tag created: ${name}` }).click();
    await expect(page).toHaveURL(/\/audit\?entry=\d+$/);
    const entry = page.getByRole("dialog", { name: "Tag created" });
    await expect(entry).toBeVisible();
    // The URL shows the same entry, whatever the filters are.
    await page.goto(`${page.url()}&event=role_deleted`);
    await expect(entry).toBeVisible();
    await entry.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await openArea(page, seed, "/audit?entry=999999999");
    // The page is complete, although the entry does not exist.
    await expect(page.getByRole("dialog").getByText("There is no such audit event")).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(0);
  });
});

test.describe("the platform's palette", () => {
  test.beforeEach(async ({ page, seed }) => signIn(page, seed.platform.admin));

  test("finds administrators and events", async ({ page, seed }) => {
    const { email } = seed.platform.admin;
    await page.goto("/platform/tenants");
    const find = page.getByRole("combobox", { name: "Find areas, records and actions" });
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(find).toBeFocused({ timeout: 500 });
    }).toPass();
    await find.fill(email);
    await page.getByRole("group", { name: "Audit log" }).getByRole("option").first().click();
    await expect(page).toHaveURL(/\/platform\/audit\?entry=\d+/);
    await expect(page.getByRole("dialog").getByText(email).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await find.fill(email);
    await page.getByRole("group", { name: "Platform administrators" }).getByRole("option").click();
    await expect(page.getByRole("heading", { name: "Platform administrators", level: 1 })).toBeVisible();
  });
});
