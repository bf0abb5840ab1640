import { countriesIn, countryName } from "@/server/domain/access-rules/place-names.schema";

/** English names of countries, as the server writes them behind a town's, and their codes; made when it is first needed. */
let codes: ReadonlyMap<string, string> | undefined;

function codesOfCountries(): ReadonlyMap<string, string> {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return new Map(
    letters.flatMap((one) =>
      letters.flatMap((other) => {
        const name = countriesIn("en").of(one + other);
        return name === undefined ? [] : [[name, one + other] as const];
      }),
    ),
  );
}

/** A country by its English name, in the language of `locale`; what is no known country stays as it is. */
function countryNameIn(country: string, locale: string): string {
  codes ??= codesOfCountries();
  return countryName(codes.get(country) ?? "", locale) || country;
}

/**
 * A place as the server says it ("Berlin, Germany", "Germany"), with the country in the language of `locale`. What is no known
 * country stays as it is.
 */
export function placeName(place: string, locale: string): string {
  if (locale === "en") return place;
  const at = place.lastIndexOf(", ");
  const town = place.slice(0, at === -1 ? 0 : at + 2);
  return town + countryNameIn(place.slice(town.length), locale);
}

/** A country or a region as the server says it ("Germany", "Bavaria (Germany)"), with the country in the language of `locale`. */
export function regionNameIn(place: string, locale: string): string {
  const [, region = "", country = place, end = ""] = /^(.+ \()([^()]+)(\))$/s.exec(place) ?? [];
  const found = countryNameIn(country, locale);
  return found === country ? countryNameIn(place, locale) : region + found + end;
}
