import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";
import { expectAccessible, organization, signIn } from "./support/account";
import { picture } from "./support/console";
import { expect, test } from "./support/test";

/** Signs in the same user in another browser. */
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

test("a user ends sessions, withdraws an app and downloads their data", async ({
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
  await expect(page.getByText("This session")).toHaveCount(1);
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
