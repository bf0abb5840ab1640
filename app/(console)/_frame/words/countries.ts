import isoCountries from "i18n-iso-countries";
import { useLocale } from "next-intl";
import { useMemo } from "react";
import { countryName, regionName } from "@/server/kernel/strings/place-names";

interface Country {
  /** Country code (ISO 3166-1 alpha-2). */
  code: string;
  name: string;
}

/**
 * Returns all countries of ISO 3166-1, sorted by name. Also returns functions that name countries and regions by code in the
 * language of the page. Elements with these names need `suppressHydrationWarning`, because server and browser can spell the
 * names differently.
 */
export function useCountries() {
  const locale = useLocale();
  return useMemo(() => {
    const countries: readonly Country[] = Object.keys(isoCountries.getAlpha2Codes())
      .map((code) => ({ code, name: countryName(code, locale) }))
      .sort((one, other) => one.name.localeCompare(other.name, locale));
    return {
      countries,
      countryName: (code: string) => countryName(code, locale),
      regionName: (region: string) => regionName(region, locale),
    };
  }, [locale]);
}

/** Returns the alpha-2 code for a numeric code of ISO 3166-1, or null. Map data contains numeric codes. */
export const codeOfNumber = (number: string) => isoCountries.numericToAlpha2(number) ?? null;

/** Members of the European Union. */
export const europeanUnion: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
