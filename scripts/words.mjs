// `npm run words`: updates app/_words/catalogues from the texts of the pages. New texts are untranslated
// (msgstr ""), and unused ones are removed.
import { pathToFileURL } from "node:url";
import { catalogues } from "../app/_words/catalogues.config.mjs";

/** Writes the catalogues of these languages. Git does not track the English one, so builds write it. */
export async function extractWords(locales = catalogues.messages.locales) {
  // Imported here, because this file is also imported before the installation.
  const { unstable_extractMessages: extractMessages } = await import("next-intl/extractor");
  await extractMessages({ ...catalogues, messages: { ...catalogues.messages, locales }, extract: true });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await extractWords();
