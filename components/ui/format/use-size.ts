import { useExtracted } from "next-intl";
import { useDateLocale } from "./use-date-locale";

/** Formats a number of bytes with the unit bytes, KB, MB, GB or TB. Each unit is 1,000 times the previous unit. */
export function sizeText(bytes: number, locale: string, wordForBytes: string): string {
  const units = [wordForBytes, "KB", "MB", "GB", "TB"];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const digits = step < 2 ? 0 : 1;
  const amount = (bytes / 1_000 ** step).toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${amount} ${units[step]}`;
}

/** Returns a function that formats a number of bytes, for example "12.3 MB". */
export function useSize() {
  const t = useExtracted("shared");
  const locale = useDateLocale();
  return (bytes: number) => sizeText(bytes, locale, t("bytes"));
}
