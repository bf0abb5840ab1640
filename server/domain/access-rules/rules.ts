import type { accessRules } from "@/db/tenant/access-rules";
import type { Row } from "@/server/kernel/operation/store";
import type { CodedText } from "@/server/kernel/texts/define";
import { isRuleType, registry, type Definition, type RuleType } from "./rule-types.schema";
import type {
  Compilable,
  Effect,
  Facts,
  Limits,
  Refuser,
  RuleKind,
  Sentence,
  Supposed,
} from "./rule-type.schema";
import type { Match } from "./matching.schema";
import { unknown } from "./types/unknown.schema";

/* Combines access rules with the functions of their types. Callers need no type names. */

/** The kind of a rule: a type of the registry, or `unknown` for any other stored type. */
export type Kind = RuleType | "unknown";
type Definitions = { [T in RuleType]: Definition<T> } & { unknown: { storedType: string } };

type Stored = Pick<
  Row<typeof accessRules>,
  "id" | "scope" | "userId" | "tagId" | "appId" | "expiresAt" | "type" | "definition"
>;
type RuleOf<K extends Kind> = {
  [T in K]: Omit<Stored, "type" | "definition"> & { type: T; definition: Definitions[T] };
}[K];

/** A rule with the type-specific fields. */
export type Rule = RuleOf<Kind>;

/**
 * Converts a stored row of a known type to a rule. Throws if the type is unknown. `fromStored` also accepts an unknown type.
 */
export function toDecidable(row: Stored): Rule {
  if (!isRuleType(row.type)) throw new Error(`rule ${row.id} has the unknown type ${row.type}`);
  return fromStored(row);
}

/**
 * Converts a stored row to a rule. A rule of an unknown type refuses every sign-in that it concerns. Does not validate the
 * definition again. A stricter schema therefore does not break stored rules.
 */
export function fromStored({ id, scope, userId, tagId, appId, expiresAt, type, definition }: Stored): Rule {
  const common = { id, scope, userId, tagId, appId, expiresAt };
  if (!isRuleType(type)) return { ...common, type: "unknown", definition: { storedType: type } };
  // The type's schema validated the definition before it was stored.
  return { ...common, type, definition } as Rule;
}

const kinds: { [K in Kind]: RuleKind<Definitions[K]> } = { ...registry, unknown };

/** Returns the rule's demand as the beginning of a sentence, for example "Only from Germany". */
export const demand = <K extends Kind>(rule: RuleOf<K>): CodedText =>
  kinds[rule.type].demand(rule.definition);

/** Returns the rule's effect; null for a limit. */
export const effectOf = <K extends Kind>(rule: RuleOf<K>): Effect | null =>
  kinds[rule.type].effectOf(rule.definition);

export const matchOf = <K extends Kind>(rule: RuleOf<K>, facts: Facts): Match =>
  kinds[rule.type].matches(rule.definition, facts);

/** Returns the builder of the sentence with which the rule refuses a sign-in. Throws for a limit. */
export const sentenceOf = <K extends Kind>(rule: RuleOf<K>): Sentence =>
  kinds[rule.type].sentence(rule.definition);

/**
 * Returns a text for the data that the rule tests and the simulated sign-in lacks. A sentence contains this text after the
 * words "depends on". Returns null if the data is known.
 */
export const missing = <K extends Kind>(rule: RuleOf<K>, supposed: Supposed): CodedText | null =>
  kinds[rule.type].missing(supposed);

/** Returns the limits of a rule. Returns an empty object if the rule is not a limit. */
export const limitsOf = <K extends Kind>(rule: RuleOf<K>): Limits =>
  kinds[rule.type].limitsOf(rule.definition);

/** Returns true for a rule that limits an amount and refuses nothing by itself. */
export const isLimit = ({ type }: Rule): boolean => kinds[type].role === "limit";

/** Returns the lowest value of each limit in the list. */
export function lowest(all: readonly Limits[]): Limits {
  const result: Limits = {};
  for (const limits of all)
    for (const [name, value] of Object.entries(limits) as [keyof Limits, number][])
      result[name] = Math.min(result[name] ?? value, value);
  return result;
}

/** A rule that can refuse sign-ins, with the type-specific fields. */
export interface RefusingRule extends Refuser {
  rule: Rule;
}

/** Merges denying rules of one type and scope into one function. */
export const compileDenials = (type: Kind, rules: readonly RefusingRule[]) =>
  kindOf(type).compileDenials(compilable(rules));

/** Merges allowing rules of one type and scope into one function. At least one of these rules must hold. */
export const compileAllowances = (type: Kind, rules: readonly RefusingRule[]) =>
  kindOf(type).compileAllowances(compilable(rules));

type AnyDefinition = Definitions[Kind];
// All rules of one call have the same type. TypeScript cannot infer this fact for a list.
const kindOf = (type: Kind) => kinds[type] as RuleKind<AnyDefinition>;
const compilable = (rules: readonly RefusingRule[]): Compilable<AnyDefinition>[] =>
  rules.map((refuser) => ({ refuser, definition: refuser.rule.definition }));
