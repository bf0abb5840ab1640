import type { AppError } from "../../kernel/errors";
import type { Locale } from "../../kernel/strings/languages";
import { refusalText } from "../../kernel/refusals/text";

/**
 * Returns the sentence of a refusal for a form. Removes the name of the field, because the form shows the sentence next
 * to the field.
 */
export function refusalFormText(locale: Locale, refusal: AppError): string {
  const text = refusalText(locale, refusal);
  const { field } = refusal.details;
  const sentence = field !== undefined && text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
