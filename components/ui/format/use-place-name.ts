import { useLocale } from "next-intl";
import { placeName } from "./place-name";

/**
 * Returns a function that translates the country in a place. Browser and server may use different names: put
 * `suppressHydrationWarning` on the element, or React renders its surroundings again.
 */
export function usePlaceName(): (place: string) => string {
  const locale = useLocale();
  return (place) => placeName(place, locale);
}
