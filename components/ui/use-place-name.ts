import { useLocale } from "next-intl";
import { placeName } from "./place-name";

/**
 * Says a place, or a country by its code, with the country in the reader's language. A browser may call it otherwise than the
 * server did: give what shows it `suppressHydrationWarning`, or React draws all around it anew.
 */
export function usePlaceName(): (place: string) => string {
  const locale = useLocale();
  return (place) => placeName(place, locale);
}
