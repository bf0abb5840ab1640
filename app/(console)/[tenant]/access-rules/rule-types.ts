import { useExtracted } from "next-intl";
import type { NamedAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import type { RuleField, RuleType } from "@/server/domain/access-rules/rule-types.schema";
import { useProofWords } from "../../_frame/sign-ins/sign-in-words";
import { useCountries } from "../../_frame/words/countries";
import { listOf, useDaysText, useDurationText, useJoined } from "./rule-parts";

/** Field of the rule's form. A field without a label here has its label in its component. */
export type FormField =
  | { control: "effect"; allow: string; deny: string }
  | { control: "countries" | "regions" | "hours" | "methods" }
  | { control: "lines"; name: RuleField; label: string; hint: string; placeholder: string }
  | { control: "number"; name: RuleField; label: string; hint: string; min: number; max: number };

/** Rule and subject of a sentence. */
interface Told {
  scope: NamedAccessRule["scope"];
  name: string;
  rule: NamedAccessRule["definition"];
}

/** Texts and form of an access-rule type in the console. */
export interface ConsoleRuleType {
  label: string;
  hint: string;
  /** Returns the sentence that describes a rule. */
  sentence: (told: Told) => string;
  fields: FormField[];
  /** Returns the initial values of the fields. */
  start: () => Record<string, unknown>;
  /** Reason why a type that is not foreseeable has no preview. Absent for limits. */
  noPreview?: string;
  /** Returns the reason why a rule has no full effect on an installation without location data, or null if it works. */
  blindSpot?: (
    rule: NamedAccessRule["definition"],
    known: { regions: boolean; anonymizers: boolean },
  ) => string | null;
}

/** Returns the type of a rule. Undefined for a stored type that this version does not know. */
export const typeIn = (types: Record<RuleType, ConsoleRuleType>, type: string) =>
  new Map<string, ConsoleRuleType>(Object.entries(types)).get(type);

/** Types that check the place and the network of a sign-in. */
function usePlaceTypes() {
  const t = useExtracted("access-rules");
  const { countryName, regionName } = useCountries();
  const joined = useJoined();
  const from = ({ scope, name, rule }: Told, places: string[]) =>
    rule["effect"] === "allow"
      ? t(
          "{scope, select, org {Everyone} tag {People with the tag {name}} app {People signing in to {name}} other {{name}}} can sign in only from {places}.",
          { scope, name, places: joined(places) },
        )
      : t(
          "{scope, select, org {Nobody can} tag {People with the tag {name} cannot} app {People signing in to {name} cannot} other {{name} cannot}} sign in from {places}.",
          { scope, name, places: joined(places) },
        );
  return {
    country: {
      label: t("Countries"),
      hint: t("Allow or block sign-ins from certain countries."),
      sentence: (told) => from(told, listOf(told.rule["countries"]).map(countryName)),
      start: () => ({ effect: "allow", countries: [] }),
      fields: [
        {
          control: "effect",
          allow: t("Allow only these countries"),
          deny: t("Block these countries"),
        },
        { control: "countries" },
      ],
    },
    region: {
      label: t("Regions"),
      hint: t("Allow or block sign-ins from certain states or provinces of a country."),
      sentence: (told) => from(told, listOf(told.rule["regions"]).map(regionName)),
      start: () => ({ effect: "allow", regions: [] }),
      fields: [
        {
          control: "effect",
          allow: t("Allow only these regions"),
          deny: t("Block these regions"),
        },
        { control: "regions" },
      ],
      blindSpot: ({ effect }, { regions }) => {
        if (regions) return null;
        return effect === "allow"
          ? t(
              "This rule refuses only people from other countries, because this installation knows the country of an address but not its region. The operator can add a database with regions (GEOIP_DATABASE).",
            )
          : t(
              "This rule refuses nobody, because this installation knows the country of an address but not its region. The operator can add a database with regions (GEOIP_DATABASE).",
            );
      },
    },
    ip: {
      label: t("Addresses"),
      hint: t("Networks, such as an office or a VPN of your own."),
      sentence: (told) => from(told, listOf(told.rule["cidrs"])),
      start: () => ({ effect: "allow", cidrs: [] }),
      fields: [
        {
          control: "effect",
          allow: t("Allow only these addresses"),
          deny: t("Block these addresses"),
        },
        {
          control: "lines",
          name: "cidrs",
          label: t("Addresses and ranges"),
          hint: t("One per line, IPv4 or IPv6. Enter a range with its prefix length."),
          placeholder: "203.0.113.0/24\n2001:db8::/32",
        },
      ],
    },
    anonymizer: {
      label: t("No anonymizers"),
      hint: t("Block VPN providers, proxies and Tor."),
      sentence: ({ scope, name }) =>
        t(
          "{scope, select, org {Nobody can} tag {People with the tag {name} cannot} app {People signing in to {name} cannot} other {{name} cannot}} sign in through a VPN provider, a proxy or Tor.",
          { scope, name },
        ),
      start: () => ({}),
      fields: [],
      noPreview: t(
        "No preview is available, because sign-in records do not show whether an address belonged to a VPN.",
      ),
      blindSpot: (_rule, { anonymizers }) =>
        anonymizers
          ? null
          : t(
              "This rule refuses nobody, because this installation has no addresses of VPN providers, proxies or Tor. The operator can add a list (ANONYMIZER_LIST).",
            ),
    },
  } satisfies Partial<Record<RuleType, ConsoleRuleType>>;
}

/** Types that check the time and the method of a sign-in. */
function useWayTypes() {
  const t = useExtracted("access-rules");
  const methodWords = useProofWords();
  const joined = useJoined();
  const daysText = useDaysText();
  return {
    hours: {
      label: t("Hours"),
      hint: t("Allow sign-ins only on certain days and at certain times."),
      sentence: ({ scope, name, rule }) => {
        const [start, end] = [String(rule["startTime"]), String(rule["endTime"])];
        return t(
          "{scope, select, org {Everyone} tag {People with the tag {name}} app {People signing in to {name}} other {{name}}} can sign in only {days}, from {start} to {end}{overnight, select, yes { the next morning} other {}} ({zone} time).",
          {
            scope,
            name,
            start,
            end,
            days: daysText(listOf(rule["days"]).map(Number)),
            overnight: end < start ? "yes" : "no",
            zone: String(rule["timeZoneId"]),
          },
        );
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
      label: t("Sign-in methods"),
      hint: t("Allow only certain methods, such as passkeys."),
      sentence: ({ scope, name, rule }) =>
        t(
          "{scope, select, org {Everyone} tag {People with the tag {name}} app {People signing in to {name}} other {{name}}} can sign in only with: {methods}.",
          { scope, name, methods: joined(listOf(rule["methods"]).map(methodWords)) },
        ),
      start: () => ({ methods: [] }),
      fields: [{ control: "methods" }],
    },
  } satisfies Partial<Record<RuleType, ConsoleRuleType>>;
}

/** Types that limit sessions and devices. */
function useLimitTypes() {
  const t = useExtracted("access-rules");
  const durationText = useDurationText();
  return {
    sessions: {
      label: t("Concurrent sessions"),
      hint: t("Maximum number of sessions at the same time."),
      sentence: ({ scope, name, rule }) =>
        t(
          "{scope, select, org {Everyone} tag {People with the tag {name}} app {People signing in to {name}} other {{name}}} can have at most {count, plural, one {# session} other {# sessions}}{scope, select, user {} other { each}} at the same time.",
          { scope, name, count: Number(rule["maxSessions"]) },
        ),
      start: () => ({ maxSessions: 3 }),
      fields: [
        {
          control: "number",
          name: "maxSessions",
          label: t("Concurrent sessions"),
          hint: t("1 to 50"),
          min: 1,
          max: 50,
        },
      ],
    },
    sessionlength: {
      label: t("Session length"),
      hint: t("How long a sign-in lasts at most."),
      sentence: ({ scope, name, rule }) =>
        t(
          "{scope, select, org {Everyone} tag {People with the tag {name}} app {People signing in to {name}} other {{name}}} can stay signed in for at most {length}.",
          { scope, name, length: durationText(Number(rule["maxSessionMinutes"])) },
        ),
      start: () => ({ maxSessionMinutes: 480 }),
      fields: [
        {
          control: "number",
          name: "maxSessionMinutes",
          label: t("Longest session (minutes)"),
          hint: t("1 to 43,200, which is 30 days; 480 is eight hours"),
          min: 1,
          max: 43_200,
        },
      ],
    },
    devices: {
      label: t("Devices"),
      hint: t("Maximum number of browsers and devices."),
      sentence: ({ scope, name, rule }) =>
        t(
          "{scope, select, org {Everyone} tag {People with the tag {name}} app {People signing in to {name}} other {{name}}} can use at most {count, plural, one {# device} other {# devices}}{scope, select, user {} other { each}}.",
          { scope, name, count: Number(rule["maxDevices"]) },
        ),
      start: () => ({ maxDevices: 3 }),
      fields: [
        {
          control: "number",
          name: "maxDevices",
          label: t("Devices per person"),
          hint: t("1 to 20"),
          min: 1,
          max: 20,
        },
      ],
    },
  } satisfies Partial<Record<RuleType, ConsoleRuleType>>;
}

/** Returns all access-rule types with their texts, in the order of the form. */
export function useRuleTypes(): Record<RuleType, ConsoleRuleType> {
  const { country, region, ip, anonymizer } = usePlaceTypes();
  const { hours, method } = useWayTypes();
  return { country, region, ip, hours, method, anonymizer, ...useLimitTypes() };
}

/** Returns the names of the types in their order. */
export const namesOf = (types: Record<RuleType, ConsoleRuleType>) => Object.keys(types) as RuleType[];
