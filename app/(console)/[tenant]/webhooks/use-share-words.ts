import { useMemo } from "react";
import { useDateLocale } from "@/components/ui/format/use-date-locale";

/** Returns a function that formats a share in percent. It rounds down, so that "100 %" means that nothing is missing. */
export function useShareWords() {
  const locale = useDateLocale();
  return useMemo(() => {
    const options = { style: "percent", maximumFractionDigits: 1, roundingMode: "floor" } as const;
    const words = new Intl.NumberFormat(locale, options);
    return (share: number) => words.format(share);
  }, [locale]);
}
