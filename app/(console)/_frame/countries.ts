import isoCountries from "i18n-iso-countries";
import english from "i18n-iso-countries/langs/en.json";

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
}

const nameOf = (names: string | readonly string[]) => (typeof names === "string" ? names : names[0]!);

/** Every country of ISO 3166-1, by its English name. */
export const countries: readonly Country[] = Object.entries(
  english.countries as Record<string, string | string[]>,
)
  .filter(([code]) => isoCountries.isValid(code))
  .map(([code, names]) => ({ code, name: nameOf(names) }))
  .sort((one, other) => one.name.localeCompare(other.name, "en"));

const names = new Map(countries.map(({ code, name }) => [code, name]));

/** The English name of a country; the code itself where it is not known. */
export const countryName = (code: string) => names.get(code) ?? code;

/** The alpha-2 code of a country that a map knows by its ISO 3166-1 number. */
export const codeOfNumber = (number: string) => isoCountries.numericToAlpha2(number) ?? null;

/** The members of the European Union. */
export const europeanUnion: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
