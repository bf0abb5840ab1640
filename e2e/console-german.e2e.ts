import { signIn } from "./support/console";
import { expect, test } from "./support/test";

/*
 * What the server and its schemas say reaches a German console in German: beside fields before a form is sent, and as the
 * refusal of what was sent. The words of the pages themselves are the catalogues'.
 */

test("a form refuses in German, and so does the server", async ({ page, seed }) => {
  const { owner, slug } = seed.tenants[0];
  await signIn(page, owner);
  await page.context().addCookies([{ name: "castellan_locale", value: "de", url: seed.baseUrl }]);
  await page.goto(`/${slug}/users`);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page
    .getByRole("button", { name: /^(New user|Neuer Benutzer)$/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  const send = dialog.locator("button[type=submit]");
  await dialog.locator("input[name=email]").fill("nobody at home");
  await send.click();
  await expect(dialog.getByText("Muss eine E-Mail-Adresse sein")).toBeVisible();
  await dialog.locator("input[name=email]").fill(owner.email);
  await send.click();
  await expect(dialog.getByText("Diese Adresse wird in der Organisation schon verwendet.")).toBeVisible();
});
