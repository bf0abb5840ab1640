import { acme, signIn } from "./support/console";
import { expect, test } from "./support/test";

test("a platform administrator rotates and revokes signing keys", async ({ page, seed }) => {
  await signIn(page, seed.platform.admin);
  await page.goto("/platform/system");
  const keys = page.locator("section").filter({ hasText: "Signing keys" }).getByRole("listitem");
  const of = (algorithm: string) => keys.filter({ hasText: algorithm });
  const choose = async (algorithm: string, item: string) => {
    await of(algorithm)
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  const confirm = (name: string) =>
    page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await expect(of("ES256")).toHaveCount(1);
  await choose("ES256", "Rotate…");
  await confirm("Rotate key");
  await expect(of("ES256").first()).toContainText("Next");
  await choose("ES256", "Rotate at once…");
  await confirm("Rotate at once");
  await expect(of("ES256").nth(1)).toContainText("Retired");
  await choose("PS256", "Revoke…");
  await page.getByRole("dialog").getByRole("textbox").fill("PS256");
  await confirm("Revoke key");
  await expect(page.getByText("The PS256 key was revoked.")).toBeVisible();
  await expect(of("PS256")).toHaveCount(1);
});

test("an administrator chooses the algorithm of an app, which the log shows", async ({ page, seed }) => {
  await signIn(page, acme(seed).owner);
  await page.goto(`/${acme(seed).slug}/apps/1`);
  const algorithm = page.getByLabel("Algorithm");
  await expect(algorithm).toHaveValue("RS256");
  await algorithm.selectOption("ES256");
  await page.getByRole("button", { name: "Save algorithm" }).click();
  await expect(page.getByText("New tokens are signed with ES256.")).toBeVisible();
  await expect(page.getByText("Signing algorithm").first()).toBeVisible();
  await algorithm.selectOption("RS256");
  await page.getByRole("button", { name: "Save algorithm" }).click();
  await expect(page.getByText("New tokens are signed with RS256.")).toBeVisible();
});
