import { expect, test } from "./support/test";
import { acme, signIn } from "./support/console";

test.describe("the platform", () => {
  test("permits or forbids sign-in options, and shows the state of the installation", async ({
    page,
    seed,
    browser,
  }) => {
    await signIn(page, seed.platform.admin);
    await page.goto("/platform/system");
    await expect(page.getByText("No problems found")).toBeVisible();
    await expect(page.getByText(/^(Embedded \(PGlite, )?PostgreSQL \d/)).toBeVisible();

    const save = page
      .locator("section")
      .filter({ hasText: "Allowed sign-in options" })
      .getByRole("button", { name: "Save" });
    await page.goto("/platform/settings");
    await expect(save).toBeEnabled();
    await page.getByLabel("Sign in on devices without a browser").uncheck();
    await save.click();
    await expect(page.getByText("The settings were saved.")).toBeVisible();
    const owner = await browser.newPage();
    await signIn(owner, acme(seed).owner);
    await expect(async () => {
      await owner.goto(`/${acme(seed).slug}/sign-in-options`);
      await expect(
        owner.getByRole("switch", { name: "Sign in on devices without a browser" }),
      ).toBeDisabled();
    }).toPass();
    await owner.close();
    await page.getByLabel("Sign in on devices without a browser").check();
    await save.click();
    await expect(page.getByText("The settings were saved.").last()).toBeVisible();
  });
});
