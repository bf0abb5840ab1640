import type { AppError } from "../errors";
import type { Locale } from "../languages";
import german from "./de.json";
import { withParams } from "./with-params";

/** Translations of the refusals by their codes. English has the texts of the definitions. */
const translations: Record<Locale, Readonly<Record<string, string>>> = { en: {}, de: german };

/** Returns the sentence of a refusal in a language. A refusal without a code stays English. */
export function refusalText(locale: Locale, { message, reason }: AppError): string {
  const texts = translations[locale];
  if (reason === null || !Object.hasOwn(texts, reason.code)) return message;
  return withParams(texts[reason.code]!, reason.params);
}
