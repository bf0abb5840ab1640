import { useMemo } from "react";
import { useDateLocale } from "@/components/ui/use-date-locale";

/** Says a part of a whole in percent; only all of it is 100 %. */
export function useShareWords() {
  const locale = useDateLocale();
  return useMemo(() => {
    const options = { style: "percent", maximumFractionDigits: 1, roundingMode: "floor" } as const;
    const words = new Intl.NumberFormat(locale, options);
    return (share: number) => words.format(share);
  }, [locale]);
}
