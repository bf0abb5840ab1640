import type { Locale } from "../strings/languages";
import { codedMessage } from "./field";
import { withParams } from "./with-params";

/** Loaders of the translations by language. Pages load only these, and only when they validate a form. */
const loaders: Record<Locale, () => Promise<Readonly<Record<string, string>>>> = {
  en: () => Promise.resolve({}),
  de: async () => (await import("./field.de.json")).default,
};

/**
 * Returns the function that decodes messages of schemas into a language. A text without a code stays
 * unchanged: forms have messages of their own in the reader's language.
 */
export async function fieldWords(locale: Locale): Promise<(message: string) => string> {
  // Without the translations, the messages are English, because the validation must not depend on them.
  const texts = await loaders[locale]().catch((): Readonly<Record<string, string>> => ({}));
  return (message) => {
    const coded = codedMessage(message);
    if (coded === null) return message;
    return Object.hasOwn(texts, coded.code) ? withParams(texts[coded.code]!, coded.params) : coded.text;
  };
}
