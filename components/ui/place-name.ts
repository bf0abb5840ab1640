/** English names of countries, as the server writes them behind a town's, and their codes; made when it is first needed. */
let codes: ReadonlyMap<string, string> | undefined;

function codesOfCountries(): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return new Map(
    letters.flatMap((one) =>
      letters.flatMap((other) => {
        const name = english.of(one + other);
        return name === undefined ? [] : [[name, one + other] as const];
      }),
    ),
  );
}

/**
 * A place as the server says it ("Berlin, Germany", "Germany") or a country's code alone ("DE"), with the country in the
 * language of `locale`. What is no known country stays as it is.
 */
export function placeName(place: string, locale: string): string {
  codes ??= codesOfCountries();
  const at = place.lastIndexOf(", ");
  const town = place.slice(0, at === -1 ? 0 : at + 2);
  const country = place.slice(town.length);
  const code = /^[A-Z]{2}$/.test(country) ? country : codes.get(country);
  const name = code && new Intl.DisplayNames([locale], { type: "region", fallback: "none" }).of(code);
  return town + (name ?? country);
}
