import type { accessRules } from "@/db/tenant/access-rules";
import type { Row } from "@/server/kernel/store";
import { isRuleType, type CountryRestriction, type Definition, type RuleType } from "./access-rules.schema";
import { inHours } from "./clocks";
import { inCountries, inRanges, inRegions, matchOf, type Match } from "./matching";
import { limitsOf, lowest } from "./questions";
import { countryOf, sentenceOf } from "./words";

type Stored = Pick<
  Row<typeof accessRules>,
  "id" | "scope" | "userId" | "tagId" | "appId" | "expiresAt" | "type" | "definition"
>;

/** A stored rule, with the fields of its type. */
export type Rule = {
  [T in RuleType]: Omit<Stored, "type" | "definition"> & { type: T; definition: Definition<T> };
}[RuleType];

/** A row as a rule. It was checked when it was made; it is not checked again, lest a rule stop being read one day. */
export function toDecidable({ id, scope, userId, tagId, appId, expiresAt, type, definition }: Stored): Rule {
  if (!isRuleType(type)) throw new Error(`rule ${id} has the unknown type ${type}`);
  return { id, scope, userId, tagId, appId, expiresAt, type, definition } as Rule;
}

/** What is known of a sign-in. Null: not known. */
export interface Facts {
  at: Date;
  ip: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null;
  region: string | null;
  /** Whether the address is a VPN's, a proxy's or of Tor. */
  anonymizer: boolean | null;
  method: Definition<"method">["methods"][number];
  userId: number;
  /** Every tag that the person has. */
  tagIds: readonly number[];
  /** The app they are on their way to; null for the console and the account pages. */
  appId: number | null;
}

export interface Refusal {
  /** Null: the organization's country restriction. */
  ruleId: number | null;
  type: RuleType;
  /** One sentence for whoever looks into it; never for the person who was refused. */
  why: string;
}

export interface Limits {
  maxSessions?: number;
  maxSessionMinutes?: number;
  maxDevices?: number;
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
  effect: "allow" | "deny";
  match: Match;
}

/** Null of a limit. */
function viewOf(rule: Rule, facts: Facts): View | null {
  switch (rule.type) {
    case "country": {
      const { effect, countries } = rule.definition;
      return { rule, effect, match: inCountries(countries, facts.country) };
    }
    case "region": {
      const { effect, regions } = rule.definition;
      return { rule, effect, match: inRegions(regions, facts) };
    }
    case "ip": {
      const { effect, cidrs } = rule.definition;
      return { rule, effect, match: inRanges(cidrs, facts.ip) };
    }
    case "hours":
      return { rule, effect: "allow", match: inHours(rule.definition, facts.at) };
    case "method":
      return { rule, effect: "allow", match: matchOf(rule.definition.methods.includes(facts.method)) };
    case "anonymizer": {
      const match = facts.anonymizer === null ? "unknown" : matchOf(facts.anonymizer);
      return { rule, effect: "deny", match };
    }
    case "sessions":
    case "sessionlength":
    case "devices":
      return null;
  }
}

function refusalBy(rule: Rule, facts: Facts): Refusal {
  const { begins, found, ends } = sentenceOf(rule);
  return { ruleId: rule.id, type: rule.type, why: begins + found(facts) + ends };
}

/** What the country restriction refuses. */
export function byRestriction(
  { mode, countries }: CountryRestriction,
  { country }: Pick<Facts, "country">,
): Refusal[] {
  if (mode === "disabled") return [];
  if (inCountries(countries, country) !== (mode === "allow" ? "no" : "yes")) return [];
  const why = `The organization's country restriction does not let in sign-ins from ${countryOf({ country })}.`;
  return [{ ruleId: null, type: "country", why }];
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
