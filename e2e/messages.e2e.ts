import type { Page } from "@playwright/test";
import { call, signIn, signInByForm } from "./support/console";
import { inspect } from "./support/inspect";
import { expect, test, type Seed } from "./support/test";

const NEW = "a new and long phrase";

/** Returns the newest message to this address on the platform's Messages page, and its link. */
async function mailedTo(page: Page, seed: Seed, address: string) {
  await page.context().clearCookies();
  await signIn(page, seed.platform.admin);
  await page.goto("/platform/messages");
  const row = page.getByRole("row").filter({ hasText: address }).first();
  // The worker processes the message a moment later.
  await expect(row.getByText("Not sent")).toBeVisible({ timeout: 15_000 });
  await row.getByText(address).click();
  const mail = page.frameLocator("iframe[title='The mail']");
  await expect(mail.getByRole("heading")).toBeVisible();
  return { link: (await mail.getByRole("link").first().getAttribute("href"))!, mail };
}

test(
  "an invitation is sent from the console through the outbox, and the invited user signs in",
  { tag: "@journey" },
  async ({ page, seed }) => {
    const [{ slug, owner }] = seed.tenants;
    const email = `invited-${Date.now()}@acme.example`;
    await signIn(page, owner);
    await page.goto(`/${slug}/invitations`);
    await page.getByRole("button", { name: "Invite someone" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").fill(email);
    await dialog.getByLabel("Invited as").selectOption("tenant_admin");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await expect(page.getByText("No e-mail was sent.")).toBeVisible();
    const shown = await page.getByRole("dialog").locator("code").innerText();
    await inspect(page, "invitation-link");
    await page.getByRole("button", { name: "I have stored it" }).click();

    const { link, mail } = await mailedTo(page, seed, email);
    // Only the mail contains the proof of the address.
    expect(link).toMatch(/&proof=[\w-]{43}$/);
    expect(link.replace(/&proof=.*$/, "")).toBe(shown);
    await expect(mail.getByText("Accept the invitation")).toBeVisible();
    await inspect(page, "messages-invitation");
    await page.goto("/platform/messages");
    await inspect(page, "messages");

    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByText(`${email} becomes an administrator of`)).toBeVisible();
    await inspect(page, "join");
    await page.getByLabel("Your name").fill("Ines Invited");
    await page.getByLabel("Password").fill("password1234");
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await expect(page.getByText("This password is not allowed.")).toBeVisible();
    await inspect(page, "join-refused");
    await page.getByLabel("Your name").fill("Ines Invited");
    await page.getByLabel("Password").fill(NEW);
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await expect(page.getByRole("heading", { name: /^Welcome to/ })).toBeVisible();
    await inspect(page, "joined");
    await page.goto(link);
    await expect(page.getByText("This invitation is not valid any more")).toBeVisible();
    await inspect(page, "join-over");
    await signInByForm(page, { email, password: NEW });
    await expect(page).toHaveURL(new RegExp(`/${slug}$`));

    await page.goto(`/${slug}/account`);
    await page.getByRole("switch", { name: "E-mail" }).click();
    await expect(page.getByText("Your choice was saved.")).toBeVisible();
    await inspect(page, "own-notifications");
    await page.goto(`/${slug}/notifications`);
    await page.getByLabel("Language of messages").selectOption("de");
    await expect(page.getByText("Messages are written in German.")).toBeVisible();
    await inspect(page, "notifications");
    await page.getByLabel("Language of messages").selectOption("en");
  },
);

for (const javaScriptEnabled of [true, false]) {
  test(
    `a forgotten password, ${javaScriptEnabled ? "with" : "without"} scripts`,
    { tag: javaScriptEnabled ? "@journey" : [] },
    async ({ browser, page, seed, baseURL }) => {
      const [{ slug, credential }] = seed.tenants;
      const email = `forgetful-${Date.now()}@acme.example`;
      await call(page, credential, "POST", "/api/v1/users", { email });
      const context = await browser.newContext({ javaScriptEnabled, ...(baseURL && { baseURL }) });
      const visitor = await context.newPage();
      await visitor.goto(`/recover/${slug}`);
      if (javaScriptEnabled) await inspect(visitor, "recover");
      await visitor.getByLabel("E-mail").fill(email);
      await visitor.getByRole("button", { name: "Send the link" }).click();
      await expect(visitor.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
      if (javaScriptEnabled) await inspect(visitor, "recover-sent");

      const { link } = await mailedTo(page, seed, email);
      // Opening the link does not consume it.
      await visitor.goto(link);
      await visitor.goto(link);
      await visitor.getByLabel("New password").fill(`${NEW} ${javaScriptEnabled}`);
      if (javaScriptEnabled) await inspect(visitor, "recover-choose");
      await visitor.getByRole("button", { name: "Save the password" }).click();
      await expect(visitor.getByRole("heading", { name: "Your password was changed" })).toBeVisible();
      if (javaScriptEnabled) await inspect(visitor, "recover-done");
      await visitor.goto(link);
      await expect(visitor.getByRole("heading", { name: "This link is not valid any more" })).toBeVisible();
      if (javaScriptEnabled) await inspect(visitor, "recover-over");
      await context.close();
    },
  );
}

test("an administrator resets a forgotten password from the console's sign-in", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await inspect(page, "recover-console");
  await page.getByLabel("E-mail").fill("nobody@acme.example");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
});

test("an address is proved by a button, not by opening a link", async ({ page, seed }) => {
  const [{ slug }] = seed.tenants;
  await page.goto(`/verify/${slug}?token=nothing`);
  await expect(page.getByRole("heading", { name: "This link is not valid any more" })).toBeVisible();
  await inspect(page, "verify-over");
});
