import type { Page } from "@playwright/test";
import { signIn } from "./console";
import { expect, type Seed } from "./test";

/**
 * What the platform's administrator reads under Messages: the newest one to this address, with its code and its link. In a
 * browser of their own, so that nobody is signed out by it.
 */
export async function mailTo(page: Page, seed: Seed, address: string) {
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: seed.baseUrl, locale: "en-GB", javaScriptEnabled: true });
  const desk = await context.newPage();
  await signIn(desk, seed.platform.admin);
  await desk.goto("/platform/messages");
  const row = desk.getByRole("row").filter({ hasText: address }).first();
  await expect(row.getByText("Not sent")).toBeVisible({ timeout: 15_000 });
  await row.getByText(address).click();
  const mail = desk.frameLocator("iframe[title='The mail']");
  await expect(mail.locator("body")).toContainText(/\w/);
  const text = await mail.locator("body").innerText();
  const links = await mail
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  await context.close();
  return {
    text,
    code: /\b\d{6}\b/.exec(text)?.[0] ?? "",
    link: links.find((href) => href && /[?&](link|token)=/.test(href)) ?? "",
  };
}
