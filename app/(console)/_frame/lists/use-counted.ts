import { useExtracted } from "next-intl";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { EXACT_UP_TO } from "@/server/domain/counts/counts.schema";

/**
 * Returns a function that formats a number of records. The server stops counting at a limit. Above the limit, the text is "more
 * than 10,000".
 */
export function useCounted(): (count: number) => string {
  const t = useExtracted("console");
  const locale = useDateLocale();
  return (count) =>
    count > EXACT_UP_TO
      ? t("more than {count}", { count: EXACT_UP_TO.toLocaleString(locale) })
      : count.toLocaleString(locale);
}
