/** One formatter for each language: creating one costs more than formatting with it. */
const formatters = new Map<string, Intl.DisplayNames>();

/** Returns the names of countries in a language, by their codes; undefined for a code that is not a country. */
export function countriesIn(locale: string): Intl.DisplayNames {
  const before = formatters.get(locale);
  if (before) return before;
  const now = new Intl.DisplayNames([locale], { type: "region", fallback: "none" });
  formatters.set(locale, now);
  return now;
}

const ALPHA_2 = /^[A-Z]{2}$/;

/**
 * Returns the name of a country in a language by its ISO 3166-1 alpha-2 code; returns the code itself if it is
 * unknown.
 */
export const countryName = (code: string, locale: string): string =>
  (ALPHA_2.test(code) && countriesIn(locale).of(code)) || code;

/**
 * Returns a region in the form of access rules ("DE:Bavaria") with the name of its country; returns any other text
 * unchanged.
 */
export function regionName(region: string, locale: string): string {
  const [, code = "", name = ""] = /^([A-Z]{2}):(.+)$/s.exec(region) ?? [];
  return name === "" ? region : `${name} (${countryName(code, locale)})`;
}
