import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible, organization, signIn } from "./support/account";
import { call, picture } from "./support/console";
import { mailTo } from "./support/mail";
import { expect, test } from "./support/test";

/** Another browser of the same person. */
async function elsewhere(
  browser: Browser,
  baseURL: string,
  account: string,
  person: Parameters<typeof signIn>[2],
) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, account, person);
  return { page, close: () => context.close() };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("somebody signs in to their account and changes their profile and password", async ({
      page,
      seed,
    }) => {
      const { account, person } = await organization(page, seed);
      await signIn(page, account, person);
      await expect(page.getByRole("heading", { name: "Iris Meadow" })).toBeVisible();
      await page.getByLabel("Given name").fill("Iris");
      await page.getByLabel("Phone").fill("call me");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Must be a phone number")).toBeVisible();
      // What was typed stands there still.
      await expect(page.getByLabel("Given name")).toHaveValue("Iris");
      await page.getByLabel("Phone").fill("+44 20 7946 0958");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Your profile is saved.")).toBeVisible();
      await page.reload();
      await expect(page.getByLabel("Phone")).toHaveValue("+44 20 7946 0958");

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
    });

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

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("somebody takes another address by the mail that goes there, in the language that they chose", async ({
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
      await expect(page.getByText("A mail is on its way to the new address.")).toBeVisible();
      const mail = await mailTo(page, seed, asked);
      expect(mail.text).toContain("Der Link funktioniert einmal");

      await page.goto(mail.link);
      await expect(page.getByRole("heading", { name: "Take this e-mail address?" })).toBeVisible();
      await expect(page.getByText(asked)).toBeVisible();
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByRole("heading", { name: "Your address is changed" })).toBeVisible();
      await page.goto(mail.link);
      await expect(page.getByText("This link is not valid any more")).toBeVisible();
      await page.goto(account);
      await expect(page.getByText(asked).first()).toBeVisible();
      await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
      expect((await mailTo(page, seed, person.email)).text).toContain("eine andere E-Mail-Adresse");
    });
  });
}

test("somebody proves their address and chooses how they are told of things", async ({ page, seed }) => {
  const [acme] = seed.tenants;
  const { userId, email, password } = seed.fixtures.plainUser;
  const account = `/account/${acme.slug}`;
  const person = { email: `moved-${email}`, password };
  // An address that an administrator has given is proved by nobody.
  const give = (address: string) =>
    call(page, acme.credential, "PATCH", `/api/v1/users/${userId}`, { email: address });
  expect((await give(person.email)).status).toBe(200);
  await signIn(page, account, person);
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
  await expectAccessible(page);
  await picture(page, "account-address");
  await page.getByRole("button", { name: "Send a mail to confirm it" }).click();
  await expect(page.getByText("A mail is on its way to your address.")).toBeVisible();
  const { link } = await mailTo(page, seed, person.email);
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
  await give(email);
});

test("somebody makes a passkey, once on a device", async ({ page, seed }) => {
  const { account, person } = await organization(page, seed);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, account, person);
  await page.goto(`${account}/security`);
  await page.getByLabel("What to call it").fill("Laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Your passkey is added.")).toBeVisible();
  await expect(page.getByText("Laptop", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already holds a passkey of yours.")).toBeVisible();
  await expectAccessible(page);
  await picture(page, "account-security");
});

test("somebody ends sessions, withdraws an app and takes their data along", async ({
  page,
  seed,
  browser,
  baseURL,
}) => {
  const { account, person, letAppIn } = await organization(page, seed);
  await signIn(page, account, person);
  const other = await elsewhere(browser, baseURL!, account, person);
  await letAppIn();

  await page.goto(`${account}/sessions`);
  await expect(page.getByText("This one")).toHaveCount(1);
  await expectAccessible(page);
  await picture(page, "account-sessions");
  await page.getByRole("button", { name: /^End the session of/ }).click();
  await expect(page.getByRole("button", { name: /^End the session of/ })).toHaveCount(0);
  await other.page.goto(`${account}/sessions`);
  await expect(other.page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  await other.close();

  await page.goto(`${account}/apps`);
  await expect(page.getByText("See your e-mail address")).toBeVisible();
  await expectAccessible(page);
  await picture(page, "account-apps");
  await page.locator("summary", { hasText: "Withdraw" }).click();
  await page.getByRole("button", { name: "Withdraw access" }).click();
  await expect(page.getByText("No app has access")).toBeVisible();

  await page.getByRole("link", { name: "Your data" }).click();
  await expect(page.getByRole("heading", { name: "Download your data" })).toBeVisible();
  await expectAccessible(page);
  await picture(page, "account-data");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  const data = JSON.parse(readFileSync(await download.path(), "utf8")) as {
    profile: { email: string };
    events: { action: string }[];
  };
  expect(data.profile.email).toBe(person.email);
  expect(data.events.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      "account.signed_in",
      "account.session_revoked",
      "account.app_authorized",
      "account.connected_app_withdrawn",
    ]),
  );

  await page.goto(account);
  await expectAccessible(page);
  await picture(page, "account-profile");
  await page.goto(`${account}/security/authenticator`);
  await expectAccessible(page);
  await picture(page, "account-authenticator");
  await page.getByRole("link", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(account);
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  await page.getByRole("button", { name: "Go back without signing in" }).click();
  await expect(page.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
});

test("a form that a stranger's page sends does nothing", async ({ page, seed }) => {
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
