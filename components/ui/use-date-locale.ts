import { useLocale } from "next-intl";

/** The locale that dates and numbers are written by: English ones as in Britain, the day before the month. */
export function useDateLocale(): string {
  const locale = useLocale();
  return locale === "en" ? "en-GB" : locale;
}
