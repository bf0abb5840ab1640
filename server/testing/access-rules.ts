import type {
  CountryRestriction,
  Definition,
  RuleType,
} from "@/server/domain/access-rules/access-rules.schema";
import { decide, toDecidable, type Facts, type Rule } from "@/server/domain/access-rules/decide";

/** A sign-in on which tests evaluate rules. */
export const facts: Facts = {
  at: new Date("2026-03-11T10:00:00Z"), // a Wednesday
  ip: "203.0.113.7",
  country: "DE",
  region: "Bavaria",
  anonymizer: false,
  method: "password",
  userId: 1,
  tagIds: [2, 3],
  appId: 4,
};

/** Settings of an organization without a country restriction. */
export const unrestricted: CountryRestriction = { mode: "disabled", countries: [] };

/** The users of a rule, and its expiry. */
export type About = Partial<Omit<Rule, "type" | "definition">>;

let serial = 0;
/** Creates a rule with a new id, for all users and without expiry by default. */
export function rule<T extends RuleType>(type: T, definition: Definition<T>, about: About = {}): Rule {
  const everybody = { scope: "org" as const, userId: null, tagId: null, appId: null, expiresAt: null };
  return toDecidable({ id: ++serial, ...everybody, ...about, type, definition });
}

export const countryRule = (effect: "allow" | "deny", ...countries: string[]) =>
  rule("country", { effect, countries });
export const ipRule = (effect: "allow" | "deny", ...cidrs: string[]) => rule("ip", { effect, cidrs });
export const regionRule = (effect: "allow" | "deny", ...regions: string[]) =>
  rule("region", { effect, regions });

/** Returns the decision of these rules on the sign-in, with the changes in `over`. */
export const decided = (rules: Rule[], over: Partial<Facts> = {}) =>
  decide(rules, unrestricted, { ...facts, ...over });
export const allowed = (rules: Rule[], over: Partial<Facts> = {}) => decided(rules, over).allow;
