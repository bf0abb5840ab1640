import type { CodedText } from "@/server/kernel/texts/define";
import { ruleTexts } from "@/server/kernel/texts/rules";
import type { CountryRestriction } from "./access-rules.schema";
import { inCountries, type Match } from "./matching.schema";
import type { Effect, Facts, Limits } from "./rule-type.schema";
import { effectOf, limitsOf, lowest, matchOf, sentenceOf, type Rule } from "./rules";
import { countryOf } from "./wording.schema";

export { toDecidable, type Rule } from "./rules";
export type { Facts, Limits } from "./rule-type.schema";

export interface Refusal {
  /** Null: the organization's country restriction. */
  ruleId: number | null;
  /** `unknown` for a type that this version does not know. */
  type: string;
  /** One sentence for whoever looks into it; never for the person who was refused. */
  why: CodedText;
}

export interface Decision {
  allow: boolean;
  /** Every reason, not only the first. */
  refusals: Refusal[];
  /** The strictest of each kind; those that nothing limits are missing. */
  limits: Limits;
}

/**
 * Whether a sign-in may go on, by the organization's country restriction and its access rules.
 *
 * 1. A rule counts while it has not expired and when it is about this sign-in: the organization's always, a person's,
 *    a tag's or an app's when the sign-in is of that person, of somebody with that tag, to that app.
 * 2. The country restriction and every scope must be satisfied, each by itself. A narrower rule never loosens a wider
 *    one: whoever may write a rule for one person cannot open with it what the organization has closed, and giving
 *    somebody another tag cannot either.
 * 3. Within a scope (one person, one tag, one app, the organization) a denial wins over any allowance; an anonymizer
 *    rule is a denial. Allowances of one type are alternatives: one of them must hold. Hours and methods are allowances.
 * 4. A rule refuses on what is known. A country, a region or an anonymizer that is not known neither breaks an
 *    allowance nor meets a denial. An address that is missing lies in no range.
 * 5. Of limits the lowest of all scopes holds.
 * 6. A rule of a type that this version does not know denies every sign-in that it is about.
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

/** Whom and what a sign-in is of, which is known before it happens. */
export type Subject = Pick<Facts, "at" | "userId" | "tagIds" | "appId">;

/** The rules that count for this sign-in. */
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

/** How a rule that may refuse sees the facts. */
interface View {
  rule: Rule;
  effect: Effect;
  match: Match;
}

/** Null of a limit. */
function viewOf(rule: Rule, facts: Facts): View | null {
  const effect = effectOf(rule);
  return effect === null ? null : { rule, effect, match: matchOf(rule, facts) };
}

function refusalBy(rule: Rule, facts: Facts): Refusal {
  const { text, found } = sentenceOf(rule);
  return { ruleId: rule.id, type: rule.type, why: text(found(facts)) };
}

/** What the country restriction refuses. */
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

/** Those of one scope and type together. */
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
