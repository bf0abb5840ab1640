import { Secret, TOTP } from "otpauth";
import { expectAccessible, organization, signIn } from "./support/account";
import { virtualAuthenticator } from "./support/authenticator";
import { picture } from "./support/console";
import { expect, test } from "./support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("somebody adds and removes an authenticator app", async ({ page, seed }) => {
      const { account, person } = await organization(page, seed);
      await signIn(page, account, person);
      await page.getByRole("link", { name: "Security" }).click();
      await page.getByRole("link", { name: "Add an authenticator app" }).click();
      const key = async () => (await page.locator("ol code").first().textContent())!.replaceAll(" ", "");
      const before = await key();
      await page.getByLabel("The code that the app shows now").fill("000000");
      await page.getByLabel("What to call it").fill("My phone");
      await page.getByRole("button", { name: "Add the app" }).click();
      await expect(page.getByText("Is not the code that your app shows now.")).toBeVisible();
      // The seed that was scanned is still the one.
      expect(await key()).toBe(before);
      await expect(page.getByLabel("What to call it")).toHaveValue("My phone");
      const code = new TOTP({ secret: Secret.fromBase32(before) }).generate();
      await page.getByLabel("The code that the app shows now").fill(code);
      await page.getByRole("button", { name: "Add the app" }).click();
      await page.waitForURL(/\/security$/);
      await expect(page.getByText("My phone")).toBeVisible();
      await page.getByRole("button", { name: "Make recovery codes" }).click();
      await expect(page.getByText("Shown only now")).toBeVisible();
      await expect(page.getByLabel("Recovery codes", { exact: true })).toHaveText(
        /^([0-9a-z]{4}-){3}[0-9a-z]{4}\n/,
      );
      // Not a reload: without scripts that sends the form again.
      await page.goto(page.url());
      await expect(page.getByText("10 of 10 left")).toBeVisible();
      await expect(page.getByText("Shown only now")).toHaveCount(0);
      await page.locator("summary", { hasText: "Remove" }).click();
      await page.getByRole("button", { name: "Remove this authenticator app" }).click();
      await expect(page.getByText("Only a password protects your account")).toBeVisible();
    });
  });
}

test("somebody makes a passkey, once on a device", async ({ page, seed }) => {
  const { account, person } = await organization(page, seed);
  const whileTouched = await virtualAuthenticator(page);
  await signIn(page, account, person);
  await page.goto(`${account}/security`);
  await page.getByLabel("What to call it").fill("Laptop");
  await whileTouched(async () => {
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("Your passkey is added.")).toBeVisible();
    await expect(page.getByText("Laptop", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("This device already holds a passkey of yours.")).toBeVisible();
  });
  await expectAccessible(page);
  await picture(page, "account-security");
});
