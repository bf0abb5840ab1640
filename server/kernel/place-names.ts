/** Made once a language: it costs more than the names that it says. */
const formatters = new Map<string, Intl.DisplayNames>();

/** The names of countries in a language, by their codes; of what is no code there is none. */
export function countriesIn(locale: string): Intl.DisplayNames {
  const before = formatters.get(locale);
  if (before) return before;
  const now = new Intl.DisplayNames([locale], { type: "region", fallback: "none" });
  formatters.set(locale, now);
  return now;
}

const ALPHA_2 = /^[A-Z]{2}$/;

/** A country by its ISO 3166-1 alpha-2 code, in this language; a code that is not known is its own name. */
export const countryName = (code: string, locale: string): string =>
  (ALPHA_2.test(code) && countriesIn(locale).of(code)) || code;

/** A region as access rules hold it ("DE:Bavaria") with its country in this language; anything else as it is. */
export function regionName(region: string, locale: string): string {
  const [, code = "", name = ""] = /^([A-Z]{2}):(.+)$/s.exec(region) ?? [];
  return name === "" ? region : `${name} (${countryName(code, locale)})`;
}
