import type { Locator, Page } from "@playwright/test";
import { expect, test, type Seed } from "./support/test";
import { acme, call, expectEvent, signIn } from "./support/console";

test.describe("access rules", () => {
  const ruleIds = async (page: Page, seed: Seed) => {
    const { body } = await call(page, acme(seed).credential, "GET", "/api/v1/geo-rules");
    return (body as { id: number }[]).map(({ id }) => id);
  };
  let before: number[] = [];

  test.beforeEach(async ({ page, seed }) => {
    before = await ruleIds(page, seed);
    await signIn(page, acme(seed).owner);
    await page.goto(`/${acme(seed).slug}/access-rules`);
  });

  // A rule for everybody would concern the sign-ins of other tests.
  test.afterEach(async ({ page, seed }) => {
    for (const ruleId of await ruleIds(page, seed))
      if (!before.includes(ruleId))
        await call(page, acme(seed).credential, "DELETE", `/api/v1/geo-rules/${ruleId}`);
  });

  test("sets and removes the country restriction, and previews the refusals", async ({ page, seed }) => {
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("radio", { name: /Only these countries/ }).check();
    await page.getByRole("button", { name: "Review and save" }).click();
    await expect(page.getByText("Choose at least one country.")).toBeVisible();
    await page.getByLabel("Search countries").fill("germ");
    await page.getByRole("checkbox", { name: /Germany/ }).check();
    await page.getByRole("button", { name: "Map" }).click();
    await expect(page.locator("svg path.cursor-pointer").nth(100)).toBeVisible();
    await page.getByRole("button", { name: "Review and save" }).click();
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.getByText(/It would have refused \d+ sign-ins? of \d+ (person|people)/),
    ).toBeVisible();
    await expect(dialog.getByText("Rhea Risk")).toBeVisible();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("People may sign in only from Germany.")).toBeVisible();
    await expectEvent(seed, "geo_restriction_changed");

    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("radio", { name: /No restriction/ }).check();
    await page.getByRole("button", { name: "Review and save" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("People may sign in from every country.")).toBeVisible();
  });

  const openBuilder = async (page: Page) => {
    await page.getByRole("button", { name: "New rule" }).first().click();
    return page.getByRole("dialog");
  };
  const create = (dialog: Locator) => dialog.getByRole("button", { name: "Create rule" }).click();

  test(
    "creates a rule for everybody, previews it, finds it and deletes it",
    { tag: "@journey" },
    async ({ page, seed }) => {
      const dialog = await openBuilder(page);
      await dialog.getByRole("radio", { name: "Addresses" }).check();
      await create(dialog);
      await expect(dialog.getByText("Must hold at least one address or range")).toBeVisible();
      await dialog.getByLabel("Addresses and ranges").fill("203.0.113.0/24\nnowhere");
      await expect(dialog.getByText(/Holds nowhere/)).toBeVisible();
      // Host bits are ignored: the network is shown.
      await dialog.getByLabel("Addresses and ranges").fill("203.0.113.9/24");
      await expect(dialog.getByText("Everyone can sign in only from 203.0.113.0/24.")).toBeVisible();
      // The refusals are shown before the creation, without a request.
      await create(dialog);
      await expect(
        dialog.getByText(/It would have refused \d+ sign-ins? of \d+ (person|people)/),
      ).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Create rule anyway" })).toBeVisible();
      await dialog.getByLabel("Reason").fill("Only from the office");
      await dialog.getByLabel("Expires").fill("2020-01-01T10:00");
      await create(dialog);
      // Errors of the server are shown at their field, too.
      await expect(dialog.getByText(/must be in the future/i)).toBeVisible();
      await dialog.getByLabel("Expires").fill("2099-01-01T10:00");
      await create(dialog);
      await expect(dialog).toBeHidden();
      await expectEvent(seed, "access_rule_created");
      const rule = page.getByRole("listitem").filter({ hasText: "Only from the office" });
      await expect(rule).toContainText("Everyone can sign in only from 203.0.113.0/24.");

      await page.getByRole("combobox", { name: "Type" }).selectOption("hours");
      await expect(page).toHaveURL(/type=hours/);
      await expect(page.getByText("No rule matches")).toBeVisible();
      await page.getByRole("button", { name: "Clear the filters" }).click();
      await rule.getByRole("button", { name: /Delete the rule/ }).click();
      await dialog.getByRole("button", { name: "Delete rule" }).click();
      await expect(rule).toBeHidden();
      await expectEvent(seed, "access_rule_deleted");
    },
  );

  test("warns in the form and the list about a rule on data that this installation lacks", async ({
    page,
  }) => {
    const dialog = await openBuilder(page);
    const blind = "This rule refuses nobody, because this installation has no addresses of VPN providers";
    await expect(dialog.getByText(blind)).toBeHidden();
    await dialog.getByRole("radio", { name: "Regions" }).check();
    await expect(dialog.getByText("This rule refuses only people from other countries")).toBeVisible();
    await dialog.getByRole("radio", { name: "No anonymizers" }).check();
    await expect(dialog.getByText(blind)).toBeVisible();
    await dialog.getByLabel("Reason").fill("No Tor");
    await create(dialog);
    await expect(page.getByRole("listitem").filter({ hasText: "No Tor" })).toContainText(blind);
  });

  test("creates rules of hours for a user and limits for everybody", async ({ page }) => {
    const dialog = await openBuilder(page);
    await dialog.getByRole("radio", { name: "Hours" }).check();
    await dialog.getByLabel("Applies to").selectOption("user");
    await dialog.getByRole("button", { name: "Person" }).click();
    await page.getByPlaceholder("Name or e-mail…").fill("rhea");
    await page.getByRole("option", { name: /Rhea Risk/ }).click();
    await dialog.getByLabel("From").fill("22:00");
    await dialog.getByLabel("To", { exact: true }).fill("06:00");
    await dialog.getByRole("button", { name: /Time zone/ }).click();
    await page.getByPlaceholder("City or region…").fill("Berlin");
    await page.getByRole("option", { name: /Europe\/Berlin/ }).click();
    const sentence =
      "Rhea Risk can sign in only Monday to Friday, from 22:00 to 06:00 the next morning (Europe/Berlin time).";
    await expect(dialog.getByText(sentence)).toBeVisible();
    await create(dialog);
    await expect(page.getByRole("list", { name: "People" }).getByText(sentence)).toBeVisible();

    await openBuilder(page);
    await dialog.getByRole("radio", { name: "Concurrent sessions" }).check();
    await expect(dialog.getByRole("option", { name: "Sign-ins to one app" })).toHaveCount(0);
    await dialog.getByRole("spinbutton", { name: "Concurrent sessions" }).fill("51");
    await create(dialog);
    await expect(dialog.getByText(/whole number from 1 to 50/)).toBeVisible();
    await dialog.getByRole("spinbutton", { name: "Concurrent sessions" }).fill("2");
    await create(dialog);
    await expect(
      page.getByRole("list", { name: "Everyone" }).getByText("Everyone can have at most 2 sessions"),
    ).toBeVisible();
  });
});
