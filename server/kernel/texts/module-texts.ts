import type { Locale } from "../strings/languages";
import { defineTexts, type DefinedText, type PublishedText } from "./define";

/** A text in every language. */
type Translated = Readonly<Record<Locale, string>>;

const translations = new Map<string, Translated>();

/**
 * Declares texts of a module outside the kernel, each with its translations. The code of each is `<area>.<name>`.
 * `textIn` finds them only after the import of the module, so every process that returns stored texts must import the module.
 */
export function defineModuleTexts<const Table extends Record<string, Translated>>(
  area: string,
  table: Table,
) {
  for (const [name, text] of Object.entries(table)) translations.set(`${area}.${name}`, text);
  const english = Object.fromEntries(Object.entries(table).map(([name, { en }]) => [name, en]));
  // Object.fromEntries loses the names and the literal types, from which the parameters derive.
  return defineTexts(area, english) as { readonly [Name in keyof Table]: DefinedText<Table[Name]["en"]> };
}

/** Returns the text of a code in a language. Undefined if no imported module declares it. */
export const moduleText = (locale: Locale, code: string): string | undefined =>
  translations.get(code)?.[locale];

/** Returns the texts that the imported modules declare. */
export const moduleTexts = (): PublishedText[] =>
  [...translations].map(([code, { en: english }]) => ({ code, english }));
