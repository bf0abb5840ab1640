import { useTranslations } from "next-intl";
import type { NamedAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import type { RuleField, RuleType } from "@/server/domain/access-rules/rule-types.schema";
import { useProofWords } from "../../_frame/sign-ins/sign-in-words";
import { useCountries } from "../../_frame/words/countries";
import { listOf, useDaysText, useDurationText, useJoined } from "./rule-parts";

/** Field of the rule's form. A field without `label` here has a component that contains the label. */
export type FormField =
  | { control: "effect"; allow: string; deny: string }
  | { control: "countries" | "regions" | "hours" | "methods" }
  | { control: "lines"; name: RuleField; label: string; hint: string; placeholder: string }
  | { control: "number"; name: RuleField; label: string; hint: string; min: number; max: number };

type Rule = NamedAccessRule["definition"];

/** Form fields of a rule type, and the values for the sentence about a rule. */
interface RuleForm {
  /** Returns the values for the placeholders of the sentence, except `scope` and `name`. */
  values: (rule: Rule) => Record<string, string | number>;
  fields: FormField[];
  /** Returns the initial values of the fields. */
  start: () => Record<string, unknown>;
  /** Explanation why rules of this type have no preview (`foreseeable` is false). Absent for limits of sessions and devices. */
  noPreview?: string;
  /**
   * Returns the reason why a rule has no full effect on an installation without location data. Returns null if the rule works.
   */
  blindSpot?: (rule: Rule, known: { regions: boolean; anonymizers: boolean }) => string | null;
}

/** Texts and form of an access-rule type in the console. */
export interface ConsoleRuleType extends Omit<RuleForm, "values"> {
  label: string;
  hint: string;
  /** Returns the sentence that describes a rule. */
  sentence: (told: { scope: NamedAccessRule["scope"]; name: string; rule: Rule }) => string;
}

/** Returns the rule type with this name. Returns undefined if this version does not support a stored type. */
export const typeIn = (types: Record<RuleType, ConsoleRuleType>, type: string) =>
  new Map<string, ConsoleRuleType>(Object.entries(types)).get(type);

/**
 * Returns the forms of all types, in the order of the type select. `text` returns a translated text of the type
 * (server/domain/access-rules/types) by the key in the type's `form`.
 */
function useRuleForms(text: (type: RuleType, name: string) => string): Record<RuleType, RuleForm> {
  const { countryName, regionName } = useCountries();
  const methodWords = useProofWords();
  const durationText = useDurationText();
  const daysText = useDaysText();
  const joined = useJoined();

  const effect = (type: RuleType): FormField => ({
    control: "effect",
    allow: text(type, "allow"),
    deny: text(type, "deny"),
  });
  const number = (type: RuleType, name: RuleField, min: number, max: number): FormField => ({
    control: "number",
    name,
    label: text(type, "input"),
    hint: text(type, "inputHint"),
    min,
    max,
  });
  const inPlaces = (rule: Rule, places: string[]) => ({
    effect: String(rule["effect"]),
    places: joined(places),
  });

  return {
    country: {
      values: (rule) => inPlaces(rule, listOf(rule["countries"]).map(countryName)),
      start: () => ({ effect: "allow", countries: [] }),
      fields: [effect("country"), { control: "countries" }],
    },
    region: {
      values: (rule) => inPlaces(rule, listOf(rule["regions"]).map(regionName)),
      start: () => ({ effect: "allow", regions: [] }),
      fields: [effect("region"), { control: "regions" }],
      blindSpot: (rule, { regions }) =>
        regions ? null : text("region", rule["effect"] === "allow" ? "allowNoData" : "denyNoData"),
    },
    ip: {
      values: (rule) => inPlaces(rule, listOf(rule["cidrs"])),
      start: () => ({ effect: "allow", cidrs: [] }),
      fields: [
        effect("ip"),
        {
          control: "lines",
          name: "cidrs",
          label: text("ip", "input"),
          hint: text("ip", "inputHint"),
          placeholder: "203.0.113.0/24\n2001:db8::/32",
        },
      ],
    },
    hours: {
      values: (rule) => {
        const [start, end] = [String(rule["startTime"]), String(rule["endTime"])];
        return {
          start,
          end,
          days: daysText(listOf(rule["days"]).map(Number)),
          overnight: end < start ? "yes" : "no",
          zone: String(rule["timeZoneId"]),
        };
      },
      start: () => ({
        days: [1, 2, 3, 4, 5],
        startTime: "08:00",
        endTime: "18:00",
        timeZoneId: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
      fields: [{ control: "hours" }],
    },
    method: {
      values: (rule) => ({ methods: joined(listOf(rule["methods"]).map(methodWords)) }),
      start: () => ({ methods: [] }),
      fields: [{ control: "methods" }],
    },
    anonymizer: {
      values: () => ({}),
      start: () => ({}),
      fields: [],
      noPreview: text("anonymizer", "noPreview"),
      blindSpot: (_rule, { anonymizers }) => (anonymizers ? null : text("anonymizer", "noData")),
    },
    sessions: {
      values: (rule) => ({ count: Number(rule["maxSessions"]) }),
      start: () => ({ maxSessions: 3 }),
      fields: [number("sessions", "maxSessions", 1, 50)],
    },
    sessionlength: {
      values: (rule) => ({ length: durationText(Number(rule["maxSessionMinutes"])) }),
      start: () => ({ maxSessionMinutes: 480 }),
      fields: [number("sessionlength", "maxSessionMinutes", 1, 43_200)],
    },
    devices: {
      values: (rule) => ({ count: Number(rule["maxDevices"]) }),
      start: () => ({ maxDevices: 3 }),
      fields: [number("devices", "maxDevices", 1, 20)],
    },
  };
}

/** Returns all access-rule types with their texts, in the order of the form. */
export function useRuleTypes(): Record<RuleType, ConsoleRuleType> {
  const t = useTranslations("rule-types");
  const forms = useRuleForms((type, name) => t(`${type}_${name}`));
  const types = Object.entries(forms).map(([type, { values, ...form }]): [string, ConsoleRuleType] => [
    type,
    {
      ...form,
      label: t(`${type}_label`),
      hint: t(`${type}_hint`),
      sentence: ({ scope, name, rule }) => t(`${type}_sentence`, { scope, name, ...values(rule) }),
    },
  ]);
  // The cast restores the names of the types, because Object.fromEntries returns string keys.
  return Object.fromEntries(types) as Record<RuleType, ConsoleRuleType>;
}

/** Returns the names of the types in display order. */
export const namesOf = (types: Record<RuleType, ConsoleRuleType>) => Object.keys(types) as RuleType[];
