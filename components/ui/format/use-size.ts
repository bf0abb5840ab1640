import { useExtracted } from "next-intl";
import { useDateLocale } from "./use-date-locale";

/** Formats an amount of data in the largest unit that it fills, in powers of 1,000, in the number format of the locale. */
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

/** Returns a function that formats a number of bytes: "12.3 MB". */
export function useSize() {
  const t = useExtracted("shared");
  const locale = useDateLocale();
  return (bytes: number) => sizeText(bytes, locale, t("bytes"));
}
