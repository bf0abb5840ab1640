import { useExtracted } from "next-intl";
import { useDateLocale } from "@/components/ui/use-date-locale";
import type { NamedAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import { useCountries } from "../../_frame/words/countries";
import { useProofWords } from "../../_frame/sign-ins/sign-in-words";
import { useWeekdays } from "./words";

/** Parts of a rule that its sentence needs. */
export type Described = Pick<NamedAccessRule, "scope" | "type" | "about" | "definition">;

const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/** Joins texts as `a, b or c`. Shows the first six and the number of the rest. */
function useJoined() {
  const t = useExtracted("access-rules");
  const locale = useDateLocale();
  return (items: readonly string[], type: Intl.ListFormatType = "disjunction") => {
    const shown = items.slice(0, 6);
    const more = items.length - shown.length;
    if (more > 0) shown.push(t("{count, plural, other {# more}}", { count: more }));
    return shown.length === 0 ? "…" : new Intl.ListFormat(locale, { type }).format(shown);
  };
}

/** Returns `Monday to Friday` for consecutive days, otherwise the name of each day. */
function useDaysText() {
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

/** Returns a duration in days, hours or minutes, in the largest unit without a remainder. */
export function useDurationText() {
  const t = useExtracted("access-rules");
  return (minutes: number) =>
    minutes % 1_440 === 0
      ? t("{count, plural, one {# day} other {# days}}", { count: minutes / 1_440 })
      : minutes % 60 === 0
        ? t("{count, plural, one {# hour} other {# hours}}", { count: minutes / 60 })
        : t("{count, plural, one {# minute} other {# minutes}}", { count: minutes });
}

/** Returns a function that describes a rule in one sentence. */
export function useRuleSentence() {
  const t = useExtracted("access-rules");
  const { countryName, regionName } = useCountries();
  const methodWords = useProofWords();
  const joined = useJoined();
  const daysText = useDaysText();
  const durationText = useDurationText();
  const from = (scope: Described["scope"], name: string, effect: unknown, places: string) =>
    effect === "allow"
      ? t(
          "{scope, select, org {Everybody} tag {People with the tag {name}} app {People on their way to {name}} other {{name}}} can sign in only from {places}.",
          { scope, name, places },
        )
      : t(
          "{scope, select, org {Nobody can} tag {People with the tag {name} cannot} app {People on their way to {name} cannot} other {{name} cannot}} sign in from {places}.",
          { scope, name, places },
        );
  return ({ scope, about, type, definition: rule }: Described): string => {
    const name = about ?? "…";
    switch (type) {
      case "country":
        return from(scope, name, rule["effect"], joined(list(rule["countries"]).map(countryName)));
      case "region": {
        return from(scope, name, rule["effect"], joined(list(rule["regions"]).map(regionName)));
      }
      case "ip":
        return from(scope, name, rule["effect"], joined(list(rule["cidrs"])));
      case "hours": {
        const [start, end] = [String(rule["startTime"]), String(rule["endTime"])];
        return t(
          "{scope, select, org {Everybody} tag {People with the tag {name}} app {People on their way to {name}} other {{name}}} can sign in only {days}, from {start} to {end}{overnight, select, yes { the next morning} other {}} ({zone} time).",
          {
            scope,
            name,
            start,
            end,
            days: daysText(list(rule["days"]).map(Number)),
            overnight: end < start ? "yes" : "no",
            zone: String(rule["timeZoneId"]),
          },
        );
      }
      case "method":
        return t(
          "{scope, select, org {Everybody} tag {People with the tag {name}} app {People on their way to {name}} other {{name}}} can sign in only with: {methods}.",
          { scope, name, methods: joined(list(rule["methods"]).map(methodWords)) },
        );
      case "anonymizer":
        return t(
          "{scope, select, org {Nobody can} tag {People with the tag {name} cannot} app {People on their way to {name} cannot} other {{name} cannot}} sign in through a VPN provider, a proxy or Tor.",
          { scope, name },
        );
      case "sessions":
        return t(
          "{scope, select, org {Everybody} tag {People with the tag {name}} app {People on their way to {name}} other {{name}}} can have at most {count, plural, one {# session} other {# sessions}} at once{scope, select, user {} other {, each person}}.",
          { scope, name, count: Number(rule["maxSessions"]) },
        );
      case "sessionlength":
        return t(
          "{scope, select, org {Everybody} tag {People with the tag {name}} app {People on their way to {name}} other {{name}}} can stay signed in for at most {length}.",
          { scope, name, length: durationText(Number(rule["maxSessionMinutes"])) },
        );
      case "devices":
        return t(
          "{scope, select, org {Everybody} tag {People with the tag {name}} app {People on their way to {name}} other {{name}}} can use at most {count, plural, one {# device} other {# devices}}{scope, select, user {} other {, each person}}.",
          { scope, name, count: Number(rule["maxDevices"]) },
        );
    }
  };
}
