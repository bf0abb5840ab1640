import type { Page } from "@playwright/test";
import { signIn } from "./console";
import { expect, type Seed } from "./test";

/**
 * Reads the newest message to this address or number on the platform's Messages page, in a separate browser, so that
 * no other session ends.
 */
async function reading<T>(page: Page, seed: Seed, address: string, read: (desk: Page) => Promise<T>) {
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
  const result = await read(desk);
  await context.close();
  return result;
}

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? "";

/** Returns the newest mail to this address, with its code and link. */
export const mailTo = (page: Page, seed: Seed, address: string) =>
  reading(page, seed, address, async (desk) => {
    const mail = desk.frameLocator("iframe[title='The mail']");
    await expect(mail.locator("body")).toContainText(/\w/);
    const text = await mail.locator("body").innerText();
    const links = await mail
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    return {
      text,
      code: codeIn(text),
      link: links.find((href) => href && /[?&](link|token)=/.test(href)) ?? "",
    };
  });

/** Returns the code of the newest text message to this number. */
export const codeTextedTo = (page: Page, seed: Seed, number: string) =>
  reading(page, seed, number, async (desk) => {
    const text = desk.getByRole("region", { name: "Content" });
    await expect(text).toContainText(/\d{6}/);
    return codeIn(await text.innerText());
  });
