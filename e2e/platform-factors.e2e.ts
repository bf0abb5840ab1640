import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { virtualAuthenticator } from "./support/authenticator";
import { expectPlatformEvent, signIn } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/test";

/*
 * The second factor of a platform administrator: set up on the account page, required at the sign-in, reset by
 * another administrator, and required of everybody. The seed's administrator has none.
 */

interface Person {
  email: string;
  password: string;
}

/** Calls a procedure of the platform's console as the signed-in administrator. */
async function procedure(page: Page, name: string, input: object) {
  const answer = await page.request.post(`/api/trpc/${name}`, { data: input });
  expect(answer.status(), `${name}: ${await answer.text()}`).toBe(200);
}

/** Creates an administrator with the session of this page. */
async function administrator(page: Page): Promise<Person> {
  const person = {
    email: `pat-${randomBytes(4).toString("hex")}@platform.example`,
    password: `${randomBytes(12).toString("base64url")} is long`,
  };
  await procedure(page, "platform.administrators.create", { ...person, name: "Pat Moor" });
  return person;
}

/**
 * Returns the code of an authenticator app, `ahead` steps of 30 seconds in the future. Each code is valid once, and the server
 * accepts the code of the next step.
 */
const codeOf = (seed: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(seed.replaceAll(/\s/g, "")) }).generate({
    timestamp: Date.now() + ahead * 30_000,
  });

async function byPassword(page: Page, { email, password }: Person) {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const atPlatform = (page: Page) => expect(page).toHaveURL(/\/platform\/tenants$/);

test("a platform administrator sets up a second factor, signs in with it, loses it, and signs in again after a reset", async ({
  page,
  seed,
  browser,
}) => {
  test.slow();
  await signIn(page, seed.platform.admin);
  const pat = await administrator(page);
  await expectPlatformEvent(page, "platform_administrator_created", seed.platform.admin);
  const context = await browser.newContext({ baseURL: seed.baseUrl });
  const theirs = await context.newPage();
  await signIn(theirs, pat);
  await theirs.goto("/platform/account");
  await expect(theirs.getByText("The password alone gives access to the platform")).toBeVisible();
  await inspect(theirs, "platform-account-without-factor");

  await theirs.getByRole("button", { name: "Add authenticator app" }).click();
  const dialog = theirs.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await inspect(theirs, "platform-account-add-app");
  const secret = await dialog.locator("p .font-mono").innerText();
  await dialog.getByLabel("Code that the app shows").fill("000000");
  await dialog.getByLabel("Your password").fill(pat.password);
  await dialog.getByRole("button", { name: "Add authenticator app" }).click();
  await expect(dialog.getByText("Is not the code that your app shows now.")).toBeVisible();
  await dialog.getByLabel("Code that the app shows").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Add authenticator app" }).click();
  const codes = dialog.getByLabel("Recovery codes", { exact: true });
  await expect(codes).toBeVisible();
  await inspect(theirs, "platform-account-recovery-codes");
  const [recovery] = (await codes.innerText()).split("\n");
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(theirs.getByText("10 codes left")).toBeVisible();
  await expectPlatformEvent(page, "factor_added", pat);
  await inspect(theirs, "platform-account-with-factor");

  await context.clearCookies();
  await byPassword(theirs, pat);
  await expect(theirs.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
  await expect(theirs.getByRole("checkbox"), "no device is trusted with the platform").toHaveCount(0);
  await theirs.getByLabel("Code of your authenticator app").fill(codeOf(secret, 1));
  await theirs.getByRole("button", { name: "Confirm" }).first().click();
  await atPlatform(theirs);

  // Each change of the factors requires a new proof of the second factor.
  await theirs.goto("/platform/account");
  await theirs.getByRole("button", { name: "Create new ones…" }).click();
  await dialog.getByLabel("Code of your authenticator app, or a recovery code").fill("000000");
  await dialog.getByRole("button", { name: "Create new codes" }).click();
  await expect(dialog.getByText("nor a recovery code")).toBeVisible();
  await dialog.getByLabel("Code of your authenticator app, or a recovery code").fill(recovery!);
  await dialog.getByRole("button", { name: "Create new codes" }).click();
  await expect(codes).toBeVisible();
  expect(await codes.innerText()).not.toContain(recovery);
  await expectPlatformEvent(page, "recovery_codes_made", pat);
  await dialog.getByRole("button", { name: "I have saved them" }).click();

  await page.goto("/platform/administrators");
  await expect(page.getByRole("row", { name: pat.email }).getByText("Set up")).toBeVisible();
  await inspect(page, "platform-administrators");
  await page.getByRole("button", { name: `Actions for ${pat.email}` }).click();
  await page.getByRole("menuitem", { name: "Reset second factor…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset second factor" }).click();
  await expect(page.getByRole("row", { name: pat.email }).getByText("Password only")).toBeVisible();
  await expectPlatformEvent(page, "second_factor_reset", seed.platform.admin);

  await theirs.goto("/platform/account");
  await expect(theirs).toHaveURL(/\/sign-in/);
  await byPassword(theirs, pat);
  // Back to the page on which the session ended.
  await expect(theirs).toHaveURL(/\/platform\/account$/);
  await context.close();
});

test("a platform administrator adds a passkey, and signs in with it", async ({ page, seed, browser }) => {
  await signIn(page, seed.platform.admin);
  const pat = await administrator(page);
  const context = await browser.newContext({ baseURL: seed.baseUrl });
  const theirs = await context.newPage();
  const touching = await virtualAuthenticator(theirs);
  await signIn(theirs, pat);
  await theirs.goto("/platform/account");
  await theirs.getByRole("button", { name: "Add passkey" }).click();
  const dialog = theirs.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Laptop");
  await dialog.getByLabel("Your password").fill("not this one");
  await inspect(theirs, "platform-account-add-passkey");
  await touching(async () => {
    await dialog.getByRole("button", { name: "Add passkey" }).click();
    await expect(dialog.getByText("Is not your password.")).toBeVisible();
  });
  // The browser has already created the passkey, so the second attempt needs no touch.
  await dialog.getByLabel("Your password").fill(pat.password);
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(theirs.getByText("Laptop", { exact: true })).toBeVisible();
  await expect(theirs.getByText("10 codes left")).toBeVisible();
  await inspect(theirs, "platform-account-with-passkey");

  await context.clearCookies();
  await byPassword(theirs, pat);
  await touching(async () => {
    await theirs.getByRole("button", { name: "Use a passkey" }).click();
    await atPlatform(theirs);
  });
  await context.close();
});

test("the sign-in requires the set-up of a factor if the platform requires one", async ({
  page,
  seed,
  browser,
}) => {
  await signIn(page, seed.platform.admin);
  const pat = await administrator(page);
  const require = (administratorSecondFactor: boolean) =>
    procedure(page, "platform.settings.update", { administratorSecondFactor });
  const context = await browser.newContext({ baseURL: seed.baseUrl });
  const theirs = await context.newPage();
  await page.goto("/platform/settings");
  const signIns = page.locator("section", { hasText: "Locked for (minutes)" });
  await expect(signIns.getByRole("button", { name: "Save" })).toBeEnabled();
  try {
    await signIns.getByLabel("Platform administrators need a second factor").check();
    await signIns.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The settings were saved.")).toBeVisible();
    await expectPlatformEvent(page, "settings_updated", seed.platform.admin);
    const tokens = page.locator("section", { hasText: "Requests a minute" });
    const saved = page.waitForResponse(/platform\.settings\.update/);
    await tokens.getByRole("button", { name: "Save" }).click();
    expect((await saved).status(), "each group saves its own fields").toBe(200);
    // Settings are cached for a second.
    await expect(async () => {
      await context.clearCookies();
      await byPassword(theirs, pat);
      await expect(theirs.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
    }).toPass();
    await theirs.getByRole("button", { name: "Use an authenticator app" }).click();
    const secret = await theirs.locator("p .font-mono").innerText();
    await theirs.getByLabel("Code that the app shows").fill(codeOf(secret));
    await theirs.getByRole("button", { name: "Set it up" }).click();
    await theirs.getByRole("button", { name: "I have saved them" }).click();
    await atPlatform(theirs);
    await theirs.goto("/platform/account");
    await theirs.getByRole("button", { name: "Remove…" }).click();
    const dialog = theirs.getByRole("dialog");
    await dialog.getByLabel("Code of your authenticator app, or a recovery code").fill(codeOf(secret, 1));
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(dialog.getByText("The platform asks every administrator")).toBeVisible();
  } finally {
    await require(false);
    await context.close();
  }
});
