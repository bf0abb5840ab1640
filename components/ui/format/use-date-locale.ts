import { useLocale } from "next-intl";

/**
 * Returns the locale for dates and numbers. For English, returns British English, because it writes the day before the month.
 */
export function useDateLocale(): string {
  const locale = useLocale();
  return locale === "en" ? "en-GB" : locale;
}
