import { countriesIn, countryName } from "@/server/kernel/strings/place-names";

/** Codes of countries by their English names, which the server writes after a town. Created on first use. */
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

/** Translates the English name of a country. Returns an unknown country unchanged. */
function countryNameIn(country: string, locale: string): string {
  codes ??= codesOfCountries();
  return countryName(codes.get(country) ?? "", locale) || country;
}

/** Translates the country in a place of the server ("Berlin, Germany", "Germany"). Returns an unknown country unchanged. */
export function placeName(place: string, locale: string): string {
  if (locale === "en") return place;
  const at = place.lastIndexOf(", ");
  const town = place.slice(0, at === -1 ? 0 : at + 2);
  return town + countryNameIn(place.slice(town.length), locale);
}
