import { signIn } from "./support/console";
import { expect, test } from "./support/test";

test("whom a rule would refuse is shown before it is made, whoever asks, and goes when the dialog closes", async ({
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

  // Whoever asks themselves is warned by the button as well.
  await open("203.0.113.9/24");
  await ask.click();
  await expect(dialog.getByText(/It would have refused \d+ sign-ins? of \d+ (person|people)/)).toBeVisible();
  await expect(warned).toBeVisible();
  // Why it is written changes nothing about whom it refuses; another range does.
  await dialog.getByLabel("Reason").fill("Only from the office");
  await expect(warned).toBeVisible();
  await addresses.fill("203.0.113.0/25");
  await expect(warned).toBeHidden();

  // So is who does not wait for the answer: nothing is made unwarned.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/trpc/accessRules.preview*", async (route) => {
    await held;
    await route.continue();
  });
  await ask.click();
  await expect(dialog.getByText("Looking at the sign-ins")).toBeVisible();
  await create.click();
  answer();
  await expect(warned).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });

  // What was foreseen goes with what was typed.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await open("203.0.113.0/25");
  await expect(ask).toBeVisible();
  await expect(warned).toBeHidden();
});
