import type {
  CountryRestriction,
  Definition,
  RuleType,
} from "@/server/domain/access-rules/access-rules.schema";
import { decide, toDecidable, type Facts, type Rule } from "@/server/domain/access-rules/decide";

/** A sign-in that rules are tried on. */
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

/** An organization that restricts no country. */
export const unrestricted: CountryRestriction = { mode: "disabled", countries: [] };

/** Whom a rule is about, and until when. */
export type About = Partial<Omit<Rule, "type" | "definition">>;

let serial = 0;
/** A rule with an id of its own; about everybody and for ever, where `about` does not say otherwise. */
export function rule<T extends RuleType>(type: T, definition: Definition<T>, about: About = {}): Rule {
  const everybody = { scope: "org" as const, userId: null, tagId: null, appId: null, expiresAt: null };
  return toDecidable({ id: ++serial, ...everybody, ...about, type, definition });
}

export const countryRule = (effect: "allow" | "deny", ...countries: string[]) =>
  rule("country", { effect, countries });
export const ipRule = (effect: "allow" | "deny", ...cidrs: string[]) => rule("ip", { effect, cidrs });
export const regionRule = (effect: "allow" | "deny", ...regions: string[]) =>
  rule("region", { effect, regions });

/** What these rules say of the sign-in, or of one that differs from it in `over`. */
export const decided = (rules: Rule[], over: Partial<Facts> = {}) =>
  decide(rules, unrestricted, { ...facts, ...over });
export const allowed = (rules: Rule[], over: Partial<Facts> = {}) => decided(rules, over).allow;
