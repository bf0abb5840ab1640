import type { TextParam } from "@/server/kernel/texts/define";
import type { CountryRestriction } from "./access-rules.schema";
import { byRestriction, type Decision, type Refusal } from "./decide";
import { addressOf } from "./matching.schema";
import type { Allowance, Denial, Facts, Limits, PreparedFacts, Refuser, Sentence } from "./rule-type.schema";
import {
  compileAllowances,
  compileDenials,
  effectOf,
  limitsOf,
  lowest,
  sentenceOf,
  type Kind,
  type RefusingRule,
  type Rule,
} from "./rules";

/*
 * Takes the same decisions as decide.ts. This module is faster for many sign-ins under the same rules. This module merges the
 * rules of one scope and type into one function. The function returns the rules that refuse a sign-in. compiled.test.ts
 * compares the results of both modules.
 */

/** Decides on a sign-in by a fixed set of rules. */
export type Decider = (restriction: CountryRestriction, facts: Facts) => Decision;

/** Compiles the rules for many decisions. Compiling costs about as much as ten calls of `decide`. */
export function createDecider(rules: readonly Rule[]): Decider {
  let compiled = compile(rules, new Date());
  return (restriction, facts) => {
    const moment = +facts.at;
    // Compiles again if a rule has expired since the compilation. Compiles again if this sign-in is earlier than an expiry that
    // the compilation has already applied.
    if (moment < compiled.from || moment >= compiled.until) compiled = compile(rules, facts.at);
    const concerned = bucketsOf(compiled.buckets, facts);
    const known: PreparedFacts = { ...facts, address: addressOf(facts.ip) };
    const refusals = byRestriction(restriction, facts);
    for (const rules of refusing(concerned, known)) name(rules, facts, refusals);
    const limits = lowest(concerned.map(({ limits }) => limits));
    return { allow: refusals.length === 0, refusals, limits };
  };
}

/** The compiled rules of one subject: the organization, one user, one tag or one app. */
interface Bucket {
  denials: Denial[];
  /** One entry for each type. Every entry must be satisfied. */
  allowances: Alternatives[];
  limits: Limits;
}

/** The rules of one type. At least one of them must hold. `holds` returns "yes", "unknown" or "no" for a sign-in. */
interface Alternatives {
  rules: readonly Refuser[];
  holds: Allowance;
}

interface Compiled {
  /** The compilation is valid from `from` (included) to `until` (excluded). Both are milliseconds since the epoch. */
  from: number;
  until: number;
  buckets: Map<string, Bucket>;
}

function bucketsOf(buckets: Map<string, Bucket>, { userId, tagIds, appId }: Facts): Bucket[] {
  const keys = ["org", `user ${userId}`, `app ${appId}`, ...new Set(tagIds.map((id) => `tag ${id}`))];
  return keys.flatMap((key) => buckets.get(key) ?? []);
}

const keyOf = ({ scope, userId, tagId, appId }: Rule) =>
  scope === "org" ? "org" : `${scope} ${scope === "user" ? userId : scope === "tag" ? tagId : appId}`;

/**
 * Returns the rules that refuse the sign-in. The denying rules come first. Then come the groups of alternative rules in which
 * no rule holds. Each inner list contains the rules of one scope and type. The lists of each part are in the order of their
 * first rules.
 */
const refusing = (concerned: readonly Bucket[], facts: PreparedFacts) => [
  ...byFirst(concerned.flatMap(({ denials }) => denials.map((denial) => denial(facts)))),
  ...byFirst(
    concerned.flatMap(({ allowances }) =>
      allowances.filter(({ holds }) => holds(facts) === "no").map(({ rules }) => rules),
    ),
  ),
];

const byFirst = (lists: (readonly Refuser[])[]) =>
  lists.filter(({ length }) => length > 0).sort(([one], [other]) => one!.position - other!.position);

/** Adds a refusal for each of these rules. If a thousand rules refuse, this loop takes most of the decision's time. */
function name(rules: readonly Refuser[], facts: Facts, refusals: Refusal[]) {
  let last: Sentence["found"] | null = null;
  let found: TextParam = "";
  for (const { rule, sentence } of rules) {
    if (sentence.found !== last) found = sentence.found(facts);
    last = sentence.found;
    refusals.push({ ruleId: rule.id, type: rule.type, why: sentence.text(found) });
  }
}

/** The rules of one subject before compilation, grouped by effect and type. */
interface Scoped {
  deny: Map<Kind, RefusingRule[]>;
  allow: Map<Kind, RefusingRule[]>;
  limits: Limits[];
}

function compile(rules: readonly Rule[], at: Date): Compiled {
  let [from, until] = [-Infinity, Infinity];
  const scopes = new Map<string, Scoped>();
  for (const [position, rule] of rules.entries()) {
    const expiry = rule.expiresAt === null ? Infinity : +rule.expiresAt;
    if (expiry <= +at) {
      from = Math.max(from, expiry);
      continue;
    }
    until = Math.min(until, expiry);
    const key = keyOf(rule);
    const scoped: Scoped = scopes.get(key) ?? { deny: new Map(), allow: new Map(), limits: [] };
    scopes.set(key, scoped);
    const effect = effectOf(rule);
    if (effect === null) scoped.limits.push(limitsOf(rule));
    else {
      const ofType = scoped[effect].get(rule.type) ?? [];
      scoped[effect].set(rule.type, ofType);
      ofType.push({ position, rule, sentence: sentenceOf(rule) });
    }
  }
  const buckets = new Map<string, Bucket>();
  for (const [key, { deny, allow, limits }] of scopes)
    buckets.set(key, {
      denials: [...deny].map(([type, refusing]) => compileDenials(type, refusing)),
      allowances: [...allow].map(([type, refusing]) => ({
        rules: refusing,
        holds: compileAllowances(type, refusing),
      })),
      limits: lowest(limits),
    });
  return { from, until, buckets };
}
