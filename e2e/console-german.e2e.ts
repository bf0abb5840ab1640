import type { Page } from "@playwright/test";
import { events } from "@/server/kernel/events";
import { signIn } from "./support/console";
import { alive } from "./support/keyboard";
import { expect, test } from "./support/test";

/*
 * Texts of the server and its schemas are German in a German console: beside fields before a form is sent, and in
 * refusals. The catalogues contain the texts of the pages.
 */

test("validation and refusals of a form are German", async ({ page, seed }) => {
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

/** The label of an event, which the server writes. */
const { label: english } = events.signed_in.en;
const { label: german } = events.signed_in.de;

/** Returns which of these texts the page has shown at any time since its first paint. */
async function watch(page: Page, texts: string[]) {
  const shown = new Set<string>();
  await page.exposeFunction("seenText", (text: string) => shown.add(text));
  await page.addInitScript((wanted) => {
    new MutationObserver(() => {
      const now = document.body?.innerText ?? "";
      for (const text of wanted)
        if (now.includes(text)) (window as unknown as { seenText: (text: string) => void }).seenText(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, texts);
  return shown;
}

/** Opens the menu with the languages after hydration. */
async function openLanguages(page: Page, menu: string, language: string) {
  const choice = page.getByRole("menuitemcheckbox", { name: language });
  await expect(async () => {
    // An open menu blocks clicks outside it.
    if (!(await choice.isVisible())) await page.getByRole("button", { name: menu }).click({ timeout: 5_000 });
    await expect(choice).toBeVisible({ timeout: 5_000 });
  }).toPass();
  return choice;
}

test("texts of the server are German from the first paint", async ({ page, seed }) => {
  const { owner, slug } = seed.tenants[0];
  await signIn(page, owner);
  await page.context().addCookies([{ name: "castellan_locale", value: "de", url: seed.baseUrl }]);
  const mistakes: string[] = [];
  page.on("pageerror", ({ message }) => mistakes.push(message));
  page.on(
    "console",
    (message) => message.type() === "error" && mistakes.push(`${message.text()} ${message.location().url}`),
  );
  const shown = await watch(page, [english, german]);
  await page.goto(`/${slug}/audit?event=signed_in`);
  await expect(page.getByText(german).first()).toBeVisible();
  const language = await openLanguages(page, "Kontomenü", "English");
  await alive(page);
  expect([...shown]).toEqual([german]);
  expect(mistakes).toEqual([]);
  // They are English after English is chosen.
  await language.click();
  await expect(page.getByText(english).first()).toBeVisible();
});
