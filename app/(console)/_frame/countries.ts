import isoCountries from "i18n-iso-countries";
import english from "i18n-iso-countries/langs/en.json";
import { useLocale } from "next-intl";
import { useMemo } from "react";

interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
}

const englishNames = new Map(
  Object.entries(english.countries as Record<string, string | string[]>)
    .filter(([code]) => isoCountries.isValid(code))
    .map(([code, names]) => [code, typeof names === "string" ? names : names[0]!]),
);

/**
 * Every country of ISO 3166-1 and the name of a code, in the reader's language: in English as a list of our own says
 * it, else as the browser does. A code that is not known is its own name.
 */
export function useCountries() {
  const locale = useLocale();
  return useMemo(() => {
    const theirs = locale === "en" ? null : new Intl.DisplayNames(locale, { type: "region" });
    const countryName = (code: string) =>
      (englishNames.has(code) && theirs?.of(code)) || (englishNames.get(code) ?? code);
    const countries: readonly Country[] = [...englishNames.keys()]
      .map((code) => ({ code, name: countryName(code) }))
      .sort((one, other) => one.name.localeCompare(other.name, locale));
    return { countries, countryName };
  }, [locale]);
}

/** The alpha-2 code of a country that a map knows by its ISO 3166-1 number. */
export const codeOfNumber = (number: string) => isoCountries.numericToAlpha2(number) ?? null;

/** The members of the European Union. */
export const europeanUnion: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
