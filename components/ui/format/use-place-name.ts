import { useLocale } from "next-intl";
import { countriesIn, countryName } from "@/server/kernel/strings/place-names";

/**
 * Returns a function that translates the country in a place. The element with the result needs `suppressHydrationWarning`.
 * Browser and server may spell the name differently, and React would then render the surrounding elements again.
 */
export function usePlaceName(): (place: string) => string {
  const locale = useLocale();
  return (place) => placeName(place, locale);
}

/**
 * Map from English country names to country codes. The server writes the English name after the town. The map is created on
 * first use.
 */
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

/**
 * Translates the country in a place from the server, for example "Berlin, Germany" or "Germany". Returns a place with an
 * unknown country unchanged.
 */
export function placeName(place: string, locale: string): string {
  if (locale === "en") return place;
  const at = place.lastIndexOf(", ");
  const town = place.slice(0, at === -1 ? 0 : at + 2);
  return town + countryNameIn(place.slice(town.length), locale);
}
