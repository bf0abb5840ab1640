import { useLocale } from "next-intl";

/** Returns the locale for dates and numbers. English uses the British formats, with the day before the month. */
export function useDateLocale(): string {
  const locale = useLocale();
  return locale === "en" ? "en-GB" : locale;
}
