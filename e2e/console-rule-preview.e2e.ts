import { signIn } from "./support/console";
import { expect, test } from "./support/test";

test("the users whom a rule would refuse are shown before it is created, and disappear with the dialog", async ({
  page,
  seed,
}) => {
  const { slug, owner } = seed.tenants[0];
  await signIn(page, owner);
  await page.goto(`/${slug}/access-rules`);
  const dialog = page.getByRole("dialog");
  const addresses = dialog.getByLabel("Addresses and ranges");
  const ask = dialog.getByRole("button", { name: "Who would this refuse?" });
  const create = dialog.getByRole("button", { name: "Create rule" });
  const warned = dialog.getByRole("button", { name: "Create rule anyway" });
  const open = async (range: string) => {
    await page.getByRole("button", { name: "New rule" }).first().click();
    await dialog.getByRole("radio", { name: "Addresses" }).check();
    await addresses.fill(range);
  };

  // A click on the preview button also changes the label of the create button.
  await open("203.0.113.9/24");
  await ask.click();
  await expect(dialog.getByText(/It would have refused \d+ sign-ins? of \d+ (person|people)/)).toBeVisible();
  await expect(warned).toBeVisible();
  // A change of the reason keeps the preview. A change of the range discards it.
  await dialog.getByLabel("Reason").fill("Only from the office");
  await expect(warned).toBeVisible();
  await addresses.fill("203.0.113.0/25");
  await expect(warned).toBeHidden();

  // Before the preview has loaded, the rule is not created without the warning either.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/trpc/accessRules.preview*", async (route) => {
    await held;
    await route.continue();
  });
  await ask.click();
  await expect(dialog.getByText("Checking the sign-ins")).toBeVisible();
  await create.click();
  answer();
  await expect(warned).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });

  // The preview is discarded with the input.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await open("203.0.113.0/25");
  await expect(ask).toBeVisible();
  await expect(warned).toBeHidden();
});
