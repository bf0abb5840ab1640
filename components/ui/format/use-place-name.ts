import { useLocale } from "next-intl";
import { placeName } from "./place-name";

/**
 * Returns a function that translates the country in a place. The element with the result needs `suppressHydrationWarning`:
 * browser and server may use different names, and React would render the surrounding elements again.
 */
export function usePlaceName(): (place: string) => string {
  const locale = useLocale();
  return (place) => placeName(place, locale);
}
