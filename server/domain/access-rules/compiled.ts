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
 * The same decision as decide.ts, for a set of rules that many sign-ins are held against: what one scope says of one type
 * is merged into one question beforehand, whose answer leads to the rules that refuse. compiled.test.ts holds the two
 * against each other.
 */

/** Decides on a sign-in by the rules that it was made of. */
export type Decider = (restriction: CountryRestriction, facts: Facts) => Decision;

/** Makes the rules ready to be asked often; costs about as much as ten decisions by `decide`. */
export function createDecider(rules: readonly Rule[]): Decider {
  let compiled = compile(rules, new Date());
  return (restriction, facts) => {
    const moment = +facts.at;
    // Rules have expired since, or the question is about another time.
    if (moment < compiled.from || moment >= compiled.until) compiled = compile(rules, facts.at);
    const concerned = bucketsOf(compiled.buckets, facts);
    const known: PreparedFacts = { ...facts, address: addressOf(facts.ip) };
    const refusals = byRestriction(restriction, facts);
    for (const rules of refusing(concerned, known)) name(rules, facts, refusals);
    const limits = lowest(concerned.map(({ limits }) => limits));
    return { allow: refusals.length === 0, refusals, limits };
  };
}

/** What the rules of one scope say: of the organization, of one person, of one tag, of one app. */
interface Bucket {
  denials: Denial[];
  /** One for each type: each must hold. */
  allowances: Alternatives[];
  limits: Limits;
}

/** The rules of one type that are alternatives, and whether one of them surely holds, or may. */
interface Alternatives {
  rules: readonly Refuser[];
  holds: Allowance;
}

interface Compiled {
  /** It holds for moments from the first up to but not including the second, in milliseconds. */
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

/** What denies, and then the alternatives of which none holds: the rules of one scope and type together, in the order of the first. */
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

/** Adds to the refusals that these rules refuse. Where all of a thousand do, this is what the decision takes. */
function name(rules: readonly Refuser[], facts: Facts, refusals: Refusal[]) {
  let last: Sentence["found"] | null = null;
  let found: TextParam = "";
  for (const { rule, sentence } of rules) {
    if (sentence.found !== last) found = sentence.found(facts);
    last = sentence.found;
    refusals.push({ ruleId: rule.id, type: rule.type, why: sentence.text(found) });
  }
}

/** The rules of one scope: those that deny and those that allow, each by type. */
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
