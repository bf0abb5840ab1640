import { useDateLocale } from "./use-date-locale";
import { useHydrated } from "../use-hydrated";

/**
 * Returns a function that formats a time (ISO 8601) to the minute or the second. Before hydration, the function uses UTC. After
 * hydration, the function uses the time zone of the browser.
 */
export function useExactTime(to: "minute" | "second" = "minute"): (at: string) => string {
  const locale = useDateLocale();
  const hydrated = useHydrated();
  const [timeStyle, length] = to === "second" ? (["medium", 19] as const) : (["short", 16] as const);
  return (at) =>
    hydrated
      ? new Date(at).toLocaleString(locale, { dateStyle: "medium", timeStyle })
      : `${at.slice(0, length).replace("T", " ")} UTC`;
}
