import { AppError } from "../errors";
import type { Locale } from "../strings/languages";
import { countryName, regionName } from "../strings/place-names";
import { isUserField, userField } from "../user-fields";
import german from "./de.json";
import { declaredTexts, defineTexts, withParams, type CodedText, type TextParam } from "./define";
import germanOfFields from "./field.de.json";

/** Translations by code. English has the declared texts. */
const translations: Record<Locale, Readonly<Record<string, string>>> = {
  en: {},
  de: { ...german, ...germanOfFields },
};

/** Returns the text of a code in a language. A code without a translation has its English text. */
function templateOf(locale: Locale, code: string): string | undefined {
  const translated = translations[locale];
  return Object.hasOwn(translated, code) ? translated[code] : declaredTexts.get(code)?.english;
}

const placeIn = (locale: Locale, place: string) =>
  place.includes(":") ? regionName(place, locale) : countryName(place, locale);

function paramIn(locale: Locale, param: TextParam): string {
  if (typeof param !== "object") return String(param);
  if ("code" in param) return textIn(locale, param);
  if ("userField" in param)
    return isUserField(param.userField) ? userField(param.userField).label[locale] : param.userField;
  if ("place" in param) return placeIn(locale, param.place);
  return param.map((each) => paramIn(locale, each)).join(", ");
}

/**
 * Returns a text in a language. Accepts the reason of a refusal, too. Returns a string unchanged: older versions
 * stored sentences. Returns the code if this version lacks it: another version may have stored it.
 */
export function textIn(locale: Locale, text: CodedText | string): string {
  if (typeof text === "string") return text;
  const params = Object.entries(text.params).map(([name, param]) => [name, paramIn(locale, param)]);
  const template = templateOf(locale, text.code) ?? text.code;
  return withParams(template, Object.fromEntries(params) as Record<string, string>);
}

/** Returns the texts in one language. */
export type Words = (text: CodedText | string) => string;

export const wordsIn =
  (locale: Locale): Words =>
  (text) =>
    textIn(locale, text);

/** An error with a text for people. Its `message` is the English text. */
export class CodedError extends Error {
  constructor(
    readonly text: CodedText,
    options?: ErrorOptions,
  ) {
    super(textIn("en", text), options);
    this.name = "CodedError";
  }
}

/** Returns the sentence of a refusal in a language. A code without a translation stays English. */
export function refusalText(locale: Locale, { message, reason: { code, params } }: AppError): string {
  if (!Object.hasOwn(translations[locale], code)) return message;
  const text = withParams(translations[locale][code]!, params);
  if (!code.startsWith("field.")) return text;
  // The text of a field's refusal follows the name of the field.
  return message.replace(withParams(declaredTexts.get(code)?.english ?? message, params), () => text);
}

/** Returns the refusal with its sentence in a language. */
export const inLanguage = (locale: Locale, refusal: AppError) =>
  new AppError(refusal.status, refusal.error, refusalText(locale, refusal), refusal.reason, refusal.details);

const { invalid_field: invalidField } = defineTexts("job", { invalid_field: "{field}: {problem}." });

/** Returns the reason of a refusal for storage. The text of a field's refusal follows the name of the field. */
export const reasonOf = ({ reason, details: { field } }: AppError): CodedText =>
  reason.code.startsWith("field.") && field !== undefined ? invalidField({ field, problem: reason }) : reason;
