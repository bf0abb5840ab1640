import { useExtracted } from "next-intl";
import { useDateLocale } from "@/components/ui/use-date-locale";
import { weekdaySpeller } from "../../_frame/words/weekdays";

/*
 * The parts of sentences about rules.
 */

/** Returns the items of a list as texts; an empty list for anything else. */
export const listOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/** `a, b or c`; of more than six the first, and how many more. */
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

/** Monday first, each with its number (0 is Sunday). */
export function useWeekdays() {
  const locale = useDateLocale();
  const [long, short] = [weekdaySpeller(locale, "long"), weekdaySpeller(locale, "short")];
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, name: long(day), short: short(day) }));
}

/** `Monday to Friday`, where the days follow one another; else each by its name. */
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

/** Minutes as a person says them. */
export function useDurationText() {
  const t = useExtracted("access-rules");
  return (minutes: number) =>
    minutes % 1_440 === 0
      ? t("{count, plural, one {# day} other {# days}}", { count: minutes / 1_440 })
      : minutes % 60 === 0
        ? t("{count, plural, one {# hour} other {# hours}}", { count: minutes / 60 })
        : t("{count, plural, one {# minute} other {# minutes}}", { count: minutes });
}
