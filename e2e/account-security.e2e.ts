import { Secret, TOTP } from "otpauth";
import { expectAccessible, organization, signIn } from "./support/account";
import { virtualAuthenticator } from "./support/authenticator";
import { picture } from "./support/console";
import { mailTo } from "./support/mail";
import { expect, test } from "./support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a user adds and removes an authenticator app", async ({ page, seed }) => {
      const { account, person } = await organization(page, seed);
      await signIn(page, account, person);
      await page.getByRole("link", { name: "Security" }).click();
      await page.getByRole("link", { name: "Add an authenticator app" }).click();
      const key = async () => (await page.locator("ol code").first().textContent())!.replaceAll(" ", "");
      const before = await key();
      await page.getByLabel("The code that the app shows now").fill("000000");
      await page.getByLabel("Name", { exact: true }).fill("My phone");
      await page.getByRole("button", { name: "Add the app" }).click();
      await expect(page.getByText("Is not the code that your app shows now.")).toBeVisible();
      // The scanned seed is still valid.
      expect(await key()).toBe(before);
      await expect(page.getByLabel("Name", { exact: true })).toHaveValue("My phone");
      const code = new TOTP({ secret: Secret.fromBase32(before) }).generate();
      await page.getByLabel("The code that the app shows now").fill(code);
      await page.getByRole("button", { name: "Add the app" }).click();
      await page.waitForURL(/\/security$/);
      await expect(page.getByText("My phone")).toBeVisible();
      await page.getByRole("button", { name: "Create recovery codes" }).click();
      await expect(page.getByText("Shown only once")).toBeVisible();
      await expect(page.getByLabel("Recovery codes", { exact: true })).toHaveText(
        /^([0-9a-z]{4}-){3}[0-9a-z]{4}\n/,
      );
      // Navigates instead of reloading: without scripts, a reload submits the form again.
      await page.goto(page.url());
      await expect(page.getByText("10 of 10 left")).toBeVisible();
      await expect(page.getByText("Shown only once")).toHaveCount(0);
      await page.locator("summary", { hasText: "Remove" }).click();
      await page.getByRole("button", { name: "Remove this authenticator app" }).click();
      await expect(page.getByText("Only a password protects your account")).toBeVisible();
    });

    test("a user adds codes by e-mail, signs in with one, and removes them", async ({ page, seed }) => {
      const { account, person } = await organization(page, seed);
      await signIn(page, account, person);
      await page.goto(`${account}/security`);
      await page.getByRole("button", { name: "Send a code" }).click();
      await expect(page.getByText("We sent a code.")).toBeVisible();
      const { code } = await mailTo(seed, person.email);
      await page.getByLabel("The code that we sent").fill(code === "000000" ? "000001" : "000000");
      await page.getByRole("button", { name: "Add codes by e-mail" }).click();
      await expect(page.getByText("Is not the code that was sent.")).toBeVisible();
      await page.getByLabel("The code that we sent").fill(code);
      await page.getByRole("button", { name: "Add codes by e-mail" }).click();
      await expect(page.getByText("Code by e-mail", { exact: true })).toBeVisible();
      if (javaScriptEnabled) {
        await expectAccessible(page);
        await picture(page, "account-codes");
      }

      await page.context().clearCookies();
      await page.goto(account);
      await page.getByLabel("E-mail").fill(person.email);
      await page.getByLabel("Password").fill(person.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("button", { name: "E-mail me a code" }).click();
      await expect(page.getByText("We sent a code to your e-mail address.")).toBeVisible();
      await page.getByLabel("Code").fill((await mailTo(seed, person.email)).code);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(new RegExp(`${account}(/|\\?|$)`));
      await page.goto(`${account}/security`);
      await page.locator("summary", { hasText: "Remove" }).click();
      await page.getByRole("button", { name: "Remove codes by e-mail" }).click();
      await expect(page.getByText("Only a password protects your account")).toBeVisible();
    });
  });
}

test("a user creates a passkey, and cannot create a second one on the same device", async ({
  page,
  seed,
}) => {
  const { account, person } = await organization(page, seed);
  const whileTouched = await virtualAuthenticator(page);
  await signIn(page, account, person);
  await page.goto(`${account}/security`);
  await page.getByLabel("Name", { exact: true }).fill("Laptop");
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
