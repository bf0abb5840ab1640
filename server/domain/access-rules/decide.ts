import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import type { CountryRestriction } from "./access-rules.schema";
import { inCountries, type Match } from "./matching.schema";
import type { Effect, Facts, Limits } from "./rule-type.schema";
import { effectOf, limitsOf, lowest, matchOf, sentenceOf, type Rule } from "./rules";
import { countryOf } from "./wording.schema";

const ruleTexts = defineTexts("rule", {
  restricted: "The organization's country restriction does not let in sign-ins from {place}.",
});

export { toDecidable, type Rule } from "./rules";
export type { Facts, Limits } from "./rule-type.schema";

export interface Refusal {
  /** Id of the refusing rule; null if the organization's country restriction refuses. */
  ruleId: number | null;
  /** Type of the refusing rule; `unknown` if this version does not have the type. */
  type: string;
  /** Reason in one sentence, for administrators only. The refused user must not see the sentence. */
  why: CodedText;
}

export interface Decision {
  allow: boolean;
  /** All reasons for the refusal; empty if the sign-in is allowed. */
  refusals: Refusal[];
  /** The strictest value of each limit. A limit is absent if no rule sets the limit. */
  limits: Limits;
}

/**
 * Decides on a sign-in by the organization's country restriction and its access rules.
 *
 * 1. A rule applies if it has not expired and concerns the sign-in. A rule of the organization concerns every sign-in. A rule
 *    about a user concerns the sign-ins of this user. A rule about a tag concerns the sign-ins of users with this tag. A rule
 *    about an app concerns the sign-ins to this app.
 * 2. The country restriction and each scope must be satisfied separately. A narrow rule never overrides a wide rule. For
 *    example, a rule about one user cannot allow a sign-in that a rule of the organization denies.
 * 3. Within a scope (one user, one tag, one app, the organization) a denial prevails over any allowance. An anonymizer rule is
 *    a denial. Hours rules and method rules are allowances. Allowances of one type are alternatives: at least one of them must
 *    hold.
 * 4. An unknown country, region or anonymizer neither violates an allowance nor matches a denial. A missing address is outside
 *    every range.
 * 5. If several scopes limit the same amount, the lowest limit applies.
 * 6. A rule of an unknown type denies every sign-in that it concerns.
 */
export function decide(rules: readonly Rule[], restriction: CountryRestriction, facts: Facts): Decision {
  const concerned = concerning(rules, facts);
  const views = concerned.map((rule) => viewOf(rule, facts)).filter((view) => view !== null);
  const refusing = [...denying(views), ...disallowing(views)];
  const refusals = [
    ...byRestriction(restriction, facts),
    ...refusing.map(({ rule }) => refusalBy(rule, facts)),
  ];
  return { allow: refusals.length === 0, refusals, limits: lowest(concerned.map(limitsOf)) };
}

/** The part of the sign-in's data that selects the rules. This part is known before the user signs in. */
export type Subject = Pick<Facts, "at" | "userId" | "tagIds" | "appId">;

/** Returns the unexpired rules that concern the sign-in. */
export const concerning = (rules: readonly Rule[], subject: Subject) =>
  rules.filter((rule) => isInForce(rule, subject.at) && isAbout(rule, subject));

const isInForce = ({ expiresAt }: Rule, at: Date) => expiresAt === null || expiresAt > at;

function isAbout({ scope, userId, tagId, appId }: Rule, facts: Subject): boolean {
  switch (scope) {
    case "org":
      return true;
    case "user":
      return userId === facts.userId;
    case "tag":
      return tagId !== null && facts.tagIds.includes(tagId);
    case "app":
      return appId !== null && appId === facts.appId;
  }
}

/** A rule that can refuse the sign-in, with the effect of the rule and the result of the match. */
interface View {
  rule: Rule;
  effect: Effect;
  match: Match;
}

/** Returns the rule with its effect and its match. Returns null for a rule that is a limit. */
function viewOf(rule: Rule, facts: Facts): View | null {
  const effect = effectOf(rule);
  return effect === null ? null : { rule, effect, match: matchOf(rule, facts) };
}

function refusalBy(rule: Rule, facts: Facts): Refusal {
  const { text, found } = sentenceOf(rule);
  return { ruleId: rule.id, type: rule.type, why: text(found(facts)) };
}

/** Returns the refusal of the country restriction, or an empty list. */
export function byRestriction(
  { mode, countries }: CountryRestriction,
  { country }: Pick<Facts, "country">,
): Refusal[] {
  if (mode === "disabled") return [];
  if (inCountries(countries, country) !== (mode === "allow" ? "no" : "yes")) return [];
  return [{ ruleId: null, type: "country", why: ruleTexts.restricted({ place: countryOf({ country }) }) }];
}

const denying = (views: readonly View[]) =>
  grouped(views.filter(({ effect, match }) => effect === "deny" && match === "yes")).flat();

const disallowing = (views: readonly View[]) =>
  grouped(views.filter(({ effect }) => effect === "allow"))
    .filter((group) => group.every(({ match }) => match === "no"))
    .flat();

/** Groups the rules by scope, subject and type. */
function grouped(views: readonly View[]): View[][] {
  const groups = new Map<string, View[]>();
  for (const view of views) {
    const { scope, tagId, type } = view.rule;
    const key = `${scope} ${tagId} ${type}`;
    const known = groups.get(key);
    if (known) known.push(view);
    else groups.set(key, [view]);
  }
  return [...groups.values()];
}
