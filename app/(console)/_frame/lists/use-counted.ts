import { useExtracted } from "next-intl";
import { useDateLocale } from "@/components/ui/use-date-locale";
import { EXACT_UP_TO } from "@/server/domain/counts/counts.schema";

/** Says a number that the server counted up to its bound: "more than 10,000" where there are more. */
export function useCounted(): (count: number) => string {
  const t = useExtracted("console");
  const locale = useDateLocale();
  return (count) =>
    count > EXACT_UP_TO
      ? t("more than {count}", { count: EXACT_UP_TO.toLocaleString(locale) })
      : count.toLocaleString(locale);
}
