import { useLocale } from "next-intl";
import { placeName } from "./place-name";

/**
 * Returns a function that translates the country in a place. The element with the result needs `suppressHydrationWarning`.
 * Browser and server may spell the name differently, and React would then render the surrounding elements again.
 */
export function usePlaceName(): (place: string) => string {
  const locale = useLocale();
  return (place) => placeName(place, locale);
}
