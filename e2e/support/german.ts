import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { languages } from "../../server/kernel/strings/languages";
import { expect } from "./test";

/** English texts with a different German translation; a language is shown by its own name. */
const english = new Set(
  readFileSync(path.join(import.meta.dirname, "../../app/_words/catalogues/de.po"), "utf8")
    .split("\n\n")
    .flatMap((entry) => {
      const [, said, german] = /^msgid "(.*)"\nmsgstr "(.*)"$/m.exec(entry) ?? [];
      return said && said !== german && said !== languages.en ? [said] : [];
    }),
);

/** Names in the seed, and a paper size, that equal English texts. */
const names = ["Revoked", "Identity provider", "Letter"];

/**
 * Expects a German page: no visible line, name of a control or hint of a field is an English text of the catalogue.
 */
export async function expectGerman(page: Page) {
  await expect.soft(page.locator("html"), page.url()).toHaveAttribute("lang", "de");
  const shownTexts = await page.evaluate(() => [
    ...document.body.innerText.split("\n"),
    ...[...document.querySelectorAll("[aria-label], [placeholder]")].flatMap((element) => [
      element.getAttribute("aria-label") ?? "",
      element.getAttribute("placeholder") ?? "",
    ]),
  ]);
  // An organization's document, in its editor and preview, can have any language.
  const theirs = await page
    .locator(".cm-editor, canvas + div")
    .evaluateAll((parts) => parts.flatMap((part) => (part as HTMLElement).innerText.split("\n")));
  const own = new Set([...names, ...theirs.map((line) => line.trim())]);
  expect
    .soft(
      shownTexts.map((line) => line.trim()).filter((line) => english.has(line) && !own.has(line)),
      page.url(),
    )
    .toEqual([]);
}
