import type { Page } from "@playwright/test";
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

/** A text of the server on the page of the risk policy, which is part of the rendered page. */
const english = "The password does not meet the policy of today.";
const german = "Das Passwort entspricht nicht der heutigen Richtlinie.";

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

/** Delays the dictionary until `letGo` is called. */
async function holdDictionary(page: Page) {
  const held = { times: 0, letGo: () => {} };
  const free = new Promise<void>((resolve) => (held.letGo = resolve));
  await page.route("**/_next/static/**", async (route) => {
    if (!/\bserver-messages\.[^/]*json$/.test(new URL(route.request().url()).pathname))
      return route.fallback();
    held.times += 1;
    await free;
    await route.continue();
  });
  return held;
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

test("texts of the server are German from the first paint, even if the dictionary loads late", async ({
  page,
  seed,
}) => {
  const { owner, slug } = seed.tenants[0];
  await signIn(page, owner);
  await page.context().addCookies([{ name: "castellan_locale", value: "de", url: seed.baseUrl }]);
  const mistakes: string[] = [];
  page.on("pageerror", ({ message }) => mistakes.push(message));
  page.on("console", (message) => message.type() === "error" && mistakes.push(message.text()));
  const shown = await watch(page, [english, german]);
  const dictionary = await holdDictionary(page);
  await page.goto(`/${slug}/security/policy`);
  await expect.poll(() => dictionary.times).toBeGreaterThan(0);
  await expect(page.getByText(german)).toBeVisible();
  // The frame of the page does not wait for the dictionary.
  const language = await openLanguages(page, "Kontomenü", "English");
  dictionary.letGo();
  await alive(page);
  expect([...shown]).toEqual([german]);
  expect(mistakes).toEqual([]);
  // They are English after English is chosen.
  await language.click();
  await expect(page.getByText(english)).toBeVisible();
});

test("an English page loads no dictionary", async ({ page, seed }) => {
  const { owner, slug } = seed.tenants[0];
  await signIn(page, owner);
  const dictionary = await holdDictionary(page);
  await page.goto(`/${slug}/security/policy`);
  await expect(page.getByText(english)).toBeVisible();
  await openLanguages(page, "Account menu", "Deutsch");
  expect(dictionary.times).toBe(0);
});
