import { useDateLocale } from "./use-date-locale";
import { useHydrated } from "./use-hydrated";

/** A point in time (ISO 8601) as text, to the minute: in the reader's time zone as soon as that is known, in UTC before. */
export function useExactTime(): (at: string) => string {
  const locale = useDateLocale();
  const hydrated = useHydrated();
  return (at) =>
    hydrated
      ? new Date(at).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" })
      : `${at.slice(0, 16).replace("T", " ")} UTC`;
}
