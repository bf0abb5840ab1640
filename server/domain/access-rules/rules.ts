import type { accessRules } from "@/db/tenant/access-rules";
import type { Row } from "@/server/kernel/store";
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

/*
 * Rules, and what their types say of them. Decisions ask here and nowhere else, so that they know no type by its name.
 */

/** What a rule can be of: a type of the registry, or `unknown`, which stands for any other stored type. */
export type Kind = RuleType | "unknown";
type Definitions = { [T in RuleType]: Definition<T> } & { unknown: { storedType: string } };

type Stored = Pick<
  Row<typeof accessRules>,
  "id" | "scope" | "userId" | "tagId" | "appId" | "expiresAt" | "type" | "definition"
>;
type RuleOf<K extends Kind> = {
  [T in K]: Omit<Stored, "type" | "definition"> & { type: T; definition: Definitions[T] };
}[K];

/** A rule with the fields of its type. */
export type Rule = RuleOf<Kind>;

/** Reads a rule of a known type; throws for any other. Stored rules are read by `fromStored`. */
export function toDecidable(row: Stored): Rule {
  if (!isRuleType(row.type)) throw new Error(`rule ${row.id} has the unknown type ${row.type}`);
  return fromStored(row);
}

/**
 * Reads a stored rule. One of an unknown type refuses everybody whom it is about. The fields were checked when the rule was
 * made; they are not checked again, lest a rule stop being read one day.
 */
export function fromStored({ id, scope, userId, tagId, appId, expiresAt, type, definition }: Stored): Rule {
  const common = { id, scope, userId, tagId, appId, expiresAt };
  if (!isRuleType(type)) return { ...common, type: "unknown", definition: { storedType: type } };
  // The type's schema made the definition before it was stored.
  return { ...common, type, definition } as Rule;
}

const kinds: { [K in Kind]: RuleKind<Definitions[K]> } = { ...registry, unknown };

/** What the rule says as the beginning of a sentence. */
export const demand = <K extends Kind>(rule: RuleOf<K>): CodedText =>
  kinds[rule.type].demand(rule.definition);

/** Null for a limit. */
export const effectOf = <K extends Kind>(rule: RuleOf<K>): Effect | null =>
  kinds[rule.type].effectOf(rule.definition);

export const matchOf = <K extends Kind>(rule: RuleOf<K>, facts: Facts): Match =>
  kinds[rule.type].matches(rule.definition, facts);

/** The sentence with which the rule refuses; throws for a limit. */
export const sentenceOf = <K extends Kind>(rule: RuleOf<K>): Sentence =>
  kinds[rule.type].sentence(rule.definition);

/** The fact that the rule needs and that is not known, in words that follow "depends on". */
export const missing = <K extends Kind>(rule: RuleOf<K>, supposed: Supposed): CodedText | null =>
  kinds[rule.type].missing(supposed);

/** What a rule limits; nothing for one that is no limit. */
export const limitsOf = <K extends Kind>(rule: RuleOf<K>): Limits =>
  kinds[rule.type].limitsOf(rule.definition);

/** Whether a rule says how much rather than whether. */
export const isLimit = ({ type }: Rule): boolean => kinds[type].role === "limit";

/** The lowest of each limit. */
export function lowest(all: readonly Limits[]): Limits {
  const result: Limits = {};
  for (const limits of all)
    for (const [name, value] of Object.entries(limits) as [keyof Limits, number][])
      result[name] = Math.min(result[name] ?? value, value);
  return result;
}

/** A rule that may refuse, with its type's fields. */
export interface RefusingRule extends Refuser {
  rule: Rule;
}

/** Merges rules of one type and scope that deny. */
export const compileDenials = (type: Kind, rules: readonly RefusingRule[]) =>
  kindOf(type).compileDenials(compilable(rules));

/** Merges rules of one type and scope that are alternatives. */
export const compileAllowances = (type: Kind, rules: readonly RefusingRule[]) =>
  kindOf(type).compileAllowances(compilable(rules));

type AnyDefinition = Definitions[Kind];
// The rules of one call are all of the kind's own type, which TypeScript cannot tell of a list.
const kindOf = (type: Kind) => kinds[type] as RuleKind<AnyDefinition>;
const compilable = (rules: readonly RefusingRule[]): Compilable<AnyDefinition>[] =>
  rules.map((refuser) => ({ refuser, definition: refuser.rule.definition }));
