import { AppError } from "../errors";
import type { Locale } from "../strings/languages";
import german from "./de.json";
import { fieldTexts } from "./field";
import germanOfFields from "./field.de.json";
import { withParams } from "./with-params";

/** Translations of the refusals by their codes. English has the texts of the definitions. */
const translations: Record<Locale, Readonly<Record<string, string>>> = {
  en: {},
  de: { ...german, ...germanOfFields },
};

const englishOfFields = new Map(Object.entries(fieldTexts).map(([name, text]) => [`field.${name}`, text]));

/** Returns the sentence of a refusal in a language. A code without a translation stays English. */
export function refusalText(locale: Locale, { message, reason }: AppError): string {
  const texts = translations[locale];
  if (!Object.hasOwn(texts, reason.code)) return message;
  const { code, params } = reason;
  const text = withParams(texts[code]!, params);
  const english = englishOfFields.get(code);
  // The text of a field's refusal follows the name of the field.
  return english === undefined ? text : message.replace(withParams(english, params), () => text);
}

/** Returns the refusal with its sentence in a language. */
export const inLanguage = (locale: Locale, refusal: AppError) =>
  new AppError(refusal.status, refusal.error, refusalText(locale, refusal), refusal.reason, refusal.details);
