import type { Locale } from "../strings/languages";
import { countryName, regionName } from "../strings/place-names";
import { refusals } from "../refusals";
import refusalsInGerman from "../refusals/de.json";
import fieldsInGerman from "../refusals/field.de.json";
import { withParams } from "../refusals/with-params";
import { isUserField, userField } from "../user-fields";
import german from "./de.json";
import type { CodedText, TextParam } from "./define";
import { moduleText } from "./module-texts";
import { texts } from ".";

/** Translations of texts and refusals by their codes. English has the texts of the definitions. */
const translations: Record<Locale, Readonly<Record<string, string>>> = {
  en: {},
  de: { ...refusalsInGerman, ...fieldsInGerman, ...german },
};

function templateOf(locale: Locale, code: string): string {
  const translated = translations[locale];
  if (Object.hasOwn(translated, code)) return translated[code]!;
  // Another version may have stored a code that this version lacks.
  return texts.get(code)?.english ?? moduleText(locale, code) ?? refusals.get(code)?.definition.text ?? code;
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
 * stored sentences.
 */
export function textIn(locale: Locale, text: CodedText | string): string {
  if (typeof text === "string") return text;
  const params = Object.entries(text.params).map(([name, param]) => [name, paramIn(locale, param)]);
  return withParams(templateOf(locale, text.code), Object.fromEntries(params) as Record<string, string>);
}

/** Returns the texts in one language. */
export type Words = (text: CodedText | string) => string;

export const wordsIn =
  (locale: Locale): Words =>
  (text) =>
    textIn(locale, text);
