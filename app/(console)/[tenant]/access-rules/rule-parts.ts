import { useExtracted } from "next-intl";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { weekdaySpeller } from "../../_frame/words/code-words";

/** Returns the items of a list as texts. Returns an empty list for other values. */
export const listOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/**
 * Returns a function that joins texts as `a, b or c`. A longer list shows the first six texts and the number of the other
 * texts.
 */
export function useJoined() {
  const t = useExtracted("access-rules");
  const locale = useDateLocale();
  return (items: readonly string[], type: Intl.ListFormatType = "disjunction") => {
    const shown = items.slice(0, 6);
    const more = items.length - shown.length;
    if (more > 0) shown.push(t("{count, plural, other {# more}}", { count: more }));
    return shown.length === 0 ? "…" : new Intl.ListFormat(locale, { type }).format(shown);
  };
}

/** Returns the weekdays from Monday, each with its number (0 is Sunday). */
export function useWeekdays() {
  const locale = useDateLocale();
  const [long, short] = [weekdaySpeller(locale, "long"), weekdaySpeller(locale, "short")];
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, name: long(day), short: short(day) }));
}

/** Returns a function that formats days: `Monday to Friday` for consecutive days, otherwise the name of each day. */
export function useDaysText() {
  const t = useExtracted("access-rules");
  const weekdays = useWeekdays();
  const joined = useJoined();
  return (days: readonly number[]) => {
    const at = weekdays.flatMap(({ day }, index) => (days.includes(day) ? [index] : []));
    if (at.length === 7) return t("every day");
    const [first, last] = [at[0] ?? 0, at.at(-1) ?? 0];
    return at.length > 2 && last - first === at.length - 1
      ? t("{first} to {last}", { first: weekdays[first]!.name, last: weekdays[last]!.name })
      : joined(
          at.map((index) => weekdays[index]!.name),
          "conjunction",
        );
  };
}

/** Returns a function that formats minutes in the largest unit without a remainder: days, hours or minutes. */
export function useDurationText() {
  const t = useExtracted("access-rules");
  return (minutes: number) =>
    minutes % 1_440 === 0
      ? t("{count, plural, one {# day} other {# days}}", { count: minutes / 1_440 })
      : minutes % 60 === 0
        ? t("{count, plural, one {# hour} other {# hours}}", { count: minutes / 60 })
        : t("{count, plural, one {# minute} other {# minutes}}", { count: minutes });
}
