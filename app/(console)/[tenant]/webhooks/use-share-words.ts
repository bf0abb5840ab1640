import { useMemo } from "react";
import { useDateLocale } from "@/components/ui/format/use-date-locale";

/**
 * Returns a function that formats a share as a percentage. The function rounds down, because "100 %" must mean that no delivery
 * failed.
 */
export function useShareWords() {
  const locale = useDateLocale();
  return useMemo(() => {
    const options = { style: "percent", maximumFractionDigits: 1, roundingMode: "floor" } as const;
    const words = new Intl.NumberFormat(locale, options);
    return (share: number) => words.format(share);
  }, [locale]);
}
