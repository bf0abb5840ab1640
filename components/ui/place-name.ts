/** Made once a language: it costs more than the names that it says. */
const formatters = new Map<string, Intl.DisplayNames>();

function regionsIn(locale: string): Intl.DisplayNames {
  const before = formatters.get(locale);
  if (before) return before;
  const now = new Intl.DisplayNames([locale], { type: "region", fallback: "none" });
  formatters.set(locale, now);
  return now;
}

const ALPHA_2 = /^[A-Z]{2}$/;

/** A country by its ISO 3166-1 alpha-2 code, in this language; a code that is not known is its own name. */
export const countryName = (code: string, locale: string): string =>
  (ALPHA_2.test(code) && regionsIn(locale).of(code)) || code;

/** A region as access rules hold it ("DE:Bavaria") with its country in this language; anything else as it is. */
export function regionName(region: string, locale: string): string {
  const [, code = "", name = ""] = /^([A-Z]{2}):(.+)$/s.exec(region) ?? [];
  return name === "" ? region : `${name} (${countryName(code, locale)})`;
}

/** English names of countries, as the server writes them behind a town's, and their codes; made when it is first needed. */
let codes: ReadonlyMap<string, string> | undefined;

function codesOfCountries(): ReadonlyMap<string, string> {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return new Map(
    letters.flatMap((one) =>
      letters.flatMap((other) => {
        const name = regionsIn("en").of(one + other);
        return name === undefined ? [] : [[name, one + other] as const];
      }),
    ),
  );
}

/**
 * A place as the server says it ("Berlin, Germany", "Germany"), with the country in the language of `locale`. What is no known
 * country stays as it is.
 */
export function placeName(place: string, locale: string): string {
  if (locale === "en") return place;
  codes ??= codesOfCountries();
  const at = place.lastIndexOf(", ");
  const town = place.slice(0, at === -1 ? 0 : at + 2);
  const country = place.slice(town.length);
  return town + (countryName(codes.get(country) ?? "", locale) || country);
}
