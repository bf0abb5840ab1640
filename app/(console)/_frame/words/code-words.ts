import { useExtracted, useLocale } from "next-intl";
import { countryName, regionName } from "@/server/kernel/strings/place-names";
import type { RecordedWord } from "@/server/kernel/events/define";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { useProofWords } from "../sign-ins/sign-in-words";
import { useWordTable, wordOf, type WordTable } from "./word-table";

/** Returns the names of the access-rule types and scopes in the log. */
function useRuleWords() {
  const t = useExtracted("console");
  const types = useWordTable("rule-names");
  const scopes: WordTable = {
    org: () => t("everyone"),
    app: () => t("an app"),
    tag: () => t("a tag"),
    user: () => t("a person"),
  };
  return { types, scopes };
}

/** Returns translations of the English texts that the server stores in events. */
function useRecordedWords(): Record<RecordedWord, () => string> {
  const t = useExtracted("console");
  return {
    "account page": () => t("account page"),
    "until somebody unlocks it": () => t("until an administrator unlocks it"),
  };
}

/** Translates the kind of a factor in an event. The label in brackets, which the owner chose, stays unchanged. */
function factorIn(words: WordTable, factor: string): string {
  const [, kind = factor, label = ""] = /^([a-z -]+)( \(.*\))?$/s.exec(factor) ?? [];
  return (wordOf(words, kind) ?? kind) + label;
}

/** Returns the names of states. The keys are the codes in events. */
function useStates(): WordTable {
  const t = useExtracted("console");
  return {
    active: () => t("active"),
    suspended: () => t("suspended"),
    pending: () => t("pending"),
    approved: () => t("approved"),
    denied: () => t("denied"),
    ended: () => t("ended"),
    registered: () => t("registered"),
    queued: () => t("queued"),
    kept: () => t("kept"),
    failed: () => t("failed"),
    draft: () => t("draft"),
    running: () => t("running"),
    stopped: () => t("stopped"),
    finished: () => t("finished"),
  };
}

/** Returns the names of bulk actions. */
function useSteps(): WordTable {
  const t = useExtracted("console");
  return {
    suspend: () => t("suspend"),
    reactivate: () => t("reactivate"),
    grant: () => t("grant a role"),
    revoke: () => t("remove a role"),
    tag: () => t("assign a tag"),
    untag: () => t("remove a tag"),
  };
}

const among = (words: WordTable) => (code: string) => wordOf(words, code) ?? code;

/** Returns the name of a language by its code. Returns other texts unchanged. */
const languageName = (code: string, locale: string) =>
  (/^[a-z]{2}(-[A-Z]{2})?$/.test(code) && new Intl.DisplayNames([locale], { type: "language" }).of(code)) ||
  code;

/**
 * Returns a function that translates the value of a changed field. The name of the field selects the translation. The function
 * returns other values unchanged.
 */
export function useCodeWords(): (field: string, value: string) => string {
  const t = useExtracted("console");
  const locale = useLocale();
  const dateLocale = useDateLocale();
  const { types, scopes } = useRuleWords();
  const states = useStates();
  const steps = useSteps();
  const proof = useProofWords();
  const recorded = useRecordedWords();
  const factors = useWordTable("recorded-factors");
  const factor = (value: string) => factorIn(factors, value);
  const providerNames = useWordTable("provider-names");
  const country = (code: string) => countryName(code, locale);
  const channel = among({ email: () => t("Email"), sms: () => t("Text message") });
  const language = (code: string) => languageName(code, locale);
  const fields = new Map<string, (value: string) => string>([
    ["status", among(states)],
    ["state", among(states)],
    ["step", among(steps)],
    ["type", among(types)],
    ["scope", among(scopes)],
    ["clientType", among({ public: () => t("public"), confidential: () => t("confidential") })],
    ["userKind", among({ end_user: () => t("user"), tenant_admin: () => t("administrator") })],
    ["effect", among({ allow: () => t("allow"), deny: () => t("deny") })],
    ["mode", among({ allow: () => t("allow"), deny: () => t("deny"), disabled: () => t("off") })],
    ["kind", among(providerNames)],
    [
      "visibility",
      among({
        user_private: () => t("the person"),
        user_public: () => t("everyone"),
        admin_only: () => t("administrators"),
      }),
    ],
    [
      "stepUpFrom",
      among({ high: () => t("high risk"), critical: () => t("critical risk"), never: () => t("never") }),
    ],
    ["channels", channel],
    ["enabledChannels", channel],
    ["language", language],
    ["locale", language],
    ["connector", proof],
    ["app", among(recorded)],
    ["lockedUntil", among(recorded)],
    [
      "reason",
      among({
        "the receiver is gone (410)": () => t("the receiver is gone (410)"),
        "it failed for five days": () => t("it failed for five days"),
      }),
    ],
    ["factor", factor],
    ["factors", factor],
    ["methods", proof],
    ["country", country],
    ["countries", country],
    ["regions", (region) => regionName(region, locale)],
    ["days", (day) => weekdayName(day, dateLocale)],
  ]);
  return (field, value) => fields.get(field)?.(value) ?? value;
}

/**
 * Returns a function that translates the label of an access rule in the log, for example "ip, org". The function returns null
 * for other labels.
 */
export function useRuleName(): (target: string, label: string | null) => string | null {
  const t = useExtracted("console");
  const { types, scopes } = useRuleWords();
  return (target, label) => {
    const [, type = "", scope = ""] = /^(\w+), (\w+)$/.exec(label ?? "") ?? [];
    const [about, whom] = [wordOf(types, type), wordOf(scopes, scope)];
    return target.startsWith("rule:") && about !== undefined && whom !== undefined
      ? t("{about} for {whom}", { about, whom })
      : null;
  };
}

/** Returns a date in January 2024 with this day of the week (0 is Sunday). 1 January 2024 was a Monday. */
const dayOf = (day: number) => new Date(Date.UTC(2024, 0, day === 0 ? 7 : day));

/** Returns a function that names days of the week by number (0 is Sunday). */
export function weekdaySpeller(locale: string, weekday: "long" | "short"): (day: number) => string {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
  return (day) => format.format(dayOf(day));
}

/** Returns the name of a weekday. `day` is the number as a text ("0" is Sunday). Returns other texts unchanged. */
export const weekdayName = (day: string, locale: string): string =>
  /^[0-6]$/.test(day) ? weekdaySpeller(locale, "long")(Number(day)) : day;
