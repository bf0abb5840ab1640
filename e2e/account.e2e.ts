import { randomBytes, randomInt } from "node:crypto";
import { expectAccessible, organization, signIn } from "./support/account";
import { call, picture } from "./support/console";
import { codeTextedTo, mailTo } from "./support/mail";
import { expect, test } from "./support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test(
      "a user signs in to the account page and changes profile and password",
      { tag: javaScriptEnabled ? "@journey" : [] },
      async ({ page, seed }) => {
        const { account, person } = await organization(page, seed);
        await signIn(page, account, person);
        await expect(page.getByRole("heading", { name: "Iris Meadow" })).toBeVisible();
        await page.getByLabel("Given name").fill("Iris");
        await page.getByRole("button", { name: "Save" }).click();
        await expect(page.getByText("Your profile is saved.")).toBeVisible();
        await page.goto(page.url());
        await expect(page.getByLabel("Given name")).toHaveValue("Iris");

        await page.getByRole("link", { name: "Security" }).click();
        await page.getByLabel("Current password").fill("not this");
        await page.getByLabel("New password").fill(`${person.password} and longer`);
        await page.getByRole("button", { name: "Change password" }).click();
        await expect(page.getByText("Is not your password.")).toBeVisible();
        await expect(page.getByLabel("New password")).toHaveValue("");
        await page.getByLabel("Current password").fill(person.password);
        await page.getByLabel("New password").fill(`${person.password} and longer`);
        await page.getByRole("button", { name: "Change password" }).click();
        await expect(page.getByText("Your password is changed.")).toBeVisible();
      },
    );

    test("a user proves a phone number with the code that is sent to it, and removes it", async ({
      page,
      seed,
    }) => {
      const { account, person } = await organization(page, seed);
      await signIn(page, account, person);
      const number = `+44 20 ${randomInt(1_000_000, 10_000_000)}`;
      const field = page.getByLabel("New number");
      await field.fill("call me");
      await page.getByRole("button", { name: "Send a code there" }).click();
      await expect(page.getByText("Must be a phone number")).toBeVisible();
      // The field still contains the input.
      await expect(field).toHaveValue("call me");
      await field.fill(number);
      await page.getByRole("button", { name: "Send a code there" }).click();
      await expect(page.getByText("We sent a code to the new number.")).toBeVisible();
      const code = await codeTextedTo(seed, number);
      await page.getByLabel("The code that we sent").fill(code === "000000" ? "000001" : "000000");
      await page.getByRole("button", { name: "Confirm the number" }).click();
      await expect(page.getByText("Is not the code that was sent.")).toBeVisible();
      await page.getByLabel("The code that we sent").fill(code);
      await page.getByRole("button", { name: "Confirm the number" }).click();
      await expect(page.getByText("Your phone number is saved.")).toBeVisible();
      const section = page.locator("section", { hasText: "Phone number" });
      await expect(section.getByText(number, { exact: true })).toBeVisible();
      await expect(section.getByText("Confirmed", { exact: true })).toBeVisible();
      if (javaScriptEnabled) {
        await expectAccessible(page);
        await picture(page, "account-phone");
      }
      await page.locator("summary", { hasText: "Remove" }).click();
      await page.getByRole("button", { name: "Remove this number" }).click();
      await expect(section.getByText("None", { exact: true })).toBeVisible();
    });

    test("a user changes the address by the mail that is sent to it, in the chosen language", async ({
      page,
      seed,
    }) => {
      const { account, person } = await organization(page, seed);
      await signIn(page, account, person);
      await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Your profile is saved.")).toBeVisible();

      const asked = `new-${person.email}`;
      await page.getByLabel("New address").fill(person.email);
      await page.getByRole("button", { name: "Change the address" }).click();
      await expect(page.getByText("Is your address already.")).toBeVisible();
      await page.getByLabel("New address").fill(asked);
      await page.getByRole("button", { name: "Change the address" }).click();
      await expect(page.getByText("We sent an e-mail to the new address.")).toBeVisible();
      const mail = await mailTo(seed, asked);
      expect(mail.text).toContain("Der Link funktioniert einmal");

      await page.goto(mail.link);
      await expect(page.getByRole("heading", { name: "Use this e-mail address?" })).toBeVisible();
      await expect(page.getByText(asked)).toBeVisible();
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByRole("heading", { name: "Your address is changed" })).toBeVisible();
      await page.goto(mail.link);
      await expect(page.getByText("This link is not valid any more")).toBeVisible();
      await page.goto(account);
      await expect(page.getByText(asked).first()).toBeVisible();
      await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
      expect((await mailTo(seed, person.email)).text).toContain("eine andere E-Mail-Adresse");
    });
  });
}

test("a user proves their address and chooses the channels of notices", async ({ page, seed }) => {
  const [acme] = seed.tenants;
  const account = `/account/${acme.slug}`;
  const email = `proves-${randomBytes(4).toString("hex")}@acme.example`;
  const password = `${randomBytes(12).toString("base64url")} is long`;
  const { body } = await call(page, acme.credential, "POST", "/api/v1/users", { email });
  await page.goto(`/recover/${acme.slug}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.goto((await mailTo(seed, email)).link);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByRole("heading", { name: "Your password was changed" })).toBeVisible();

  // An address that an administrator sets is unproved.
  const person = { email: `moved-${email}`, password };
  const { userId } = body as { userId: number };
  const path = `/api/v1/users/${userId}`;
  const moved = await call(page, acme.credential, "PATCH", path, { email: person.email });
  expect(moved.status).toBe(200);
  await signIn(page, account, person);
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
  await expectAccessible(page);
  await picture(page, "account-address");
  await page.getByRole("button", { name: "Send a mail to confirm it" }).click();
  await expect(page.getByText("We sent an e-mail to your address.")).toBeVisible();
  const { link } = await mailTo(seed, person.email);
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await page.goto(account);
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Notifications" }).click();
  await expect(page.getByText(`To ${person.email}.`)).toBeVisible();
  await expectAccessible(page);
  await picture(page, "account-notifications");
  const mails = page.getByLabel("By e-mail");
  await expect(mails).toBeChecked();
  await mails.uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your choice is saved.")).toBeVisible();
  await page.reload();
  await expect(mails).not.toBeChecked();
});

test("cross-site request forgery: a form of another site has no effect", async ({ page, seed }) => {
  const { account, person } = await organization(page, seed);
  await signIn(page, account, person);
  const answer = await page.request.post(`${account}/data/download`, {
    headers: { origin: "https://evil.example" },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(403);
  await page.goto("/account/nobody-has-this-slug");
  await expect(page.getByText("There is nothing here")).toBeVisible();
});
