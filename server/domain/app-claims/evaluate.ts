import type { ApiClaimRule, AppClaimRule, ClaimPlace, ClaimSource, ClaimSourceKind } from "./claims.schema";
import type { CodedText } from "@/server/kernel/texts/define";
import { claimTexts, createEvaluation, ExpressionError, withinTime } from "./expressions";
import type { ClaimFacts } from "./facts";

type SourceOf<Kind extends ClaimSourceKind> = Extract<ClaimSource, { kind: Kind }>;
type Evaluate = (expression: string) => unknown;

/** Returns the value of a source. Null or undefined: the user has none. */
type Read<Kind extends ClaimSourceKind> = (
  source: SourceOf<Kind>,
  facts: ClaimFacts,
  evaluate: Evaluate,
) => unknown;

/** How each kind of source gets its value. */
const reads: { [Kind in ClaimSourceKind]: Read<Kind> } = {
  user: ({ field }, { user }) => user[field],
  custom_field: ({ fieldName }, { customFields }) =>
    Object.hasOwn(customFields, fieldName) ? customFields[fieldName] : null,
  roles: ({ of }, { roles, appRoles }) =>
    of === "organization" ? roles : of === "app" ? appRoles : [...new Set([...roles, ...appRoles])],
  tags: (_source, { tags }) => tags,
  session: ({ value }, { session }) => {
    if (session === null) return null;
    return value === "acr" ? session.acr : value === "amr" ? session.amr : session.authTime;
  },
  constant: ({ value }) => value,
  expression: ({ expression }, _facts, evaluate) => evaluate(expression),
};

function valueOf(source: ClaimSource, facts: ClaimFacts, evaluate: Evaluate): unknown {
  // A stored rule of a kind that this version does not know must not let a later rule of the claim decide.
  if (!Object.hasOwn(reads, source.kind)) throw new ExpressionError(claimTexts.unknown_source());
  return (reads[source.kind] as Read<ClaimSourceKind>)(source, facts, evaluate);
}

type Rule = ApiClaimRule;
const usesExpressions = ({ condition, source }: Rule) => condition !== null || source.kind === "expression";

export interface EvaluatedClaims {
  claims: Record<string, unknown>;
  /** Claims that are left out, because a rule that decides about them failed. */
  problems: { claim: string; reason: CodedText }[];
}

/** Returns the value by the first of these rules that applies; undefined if none does. */
function decide(rules: readonly Rule[], facts: ClaimFacts, evaluate: Evaluate): unknown {
  for (const { condition, source } of rules) {
    if (condition !== null) {
      const holds = evaluate(condition);
      if (typeof holds !== "boolean") throw new ExpressionError(claimTexts.not_a_condition());
      if (!holds) continue;
    }
    const value = valueOf(source, facts, evaluate);
    if (value !== null && value !== undefined && value !== "") return value;
  }
  return undefined;
}

/**
 * Returns the claims of a user by these rules. If a rule fails, its claim is left out: the next rule could give more than the
 * administrator wanted.
 */
export function evaluateClaims(rules: readonly Rule[], facts: ClaimFacts): EvaluatedClaims {
  const names = [...new Set(rules.map(({ claim }) => claim))];
  const evaluate = createEvaluation(facts);
  const run = () => {
    const found: EvaluatedClaims = { claims: {}, problems: [] };
    for (const claim of names) {
      const own = rules.filter((rule) => rule.claim === claim);
      try {
        const value = decide(own, facts, evaluate);
        if (value !== undefined) found.claims[claim] = value;
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        found.problems.push({ claim, reason: error.text });
      }
    }
    return found;
  };
  return rules.some(usesExpressions) ? withinTime(facts.tenantId, run) : run();
}

/** Returns the stored rules of an app or an API with their type. A later version may have stored kinds that this one does not know. */
export const storedRules = <Stored extends Rule>(rules: readonly object[]) => rules as readonly Stored[];

/** Returns the names of the claims that contain data of the user. The consent shows them. */
export const claimsAboutUser = (rules: readonly Rule[]) => [
  ...new Set(
    rules
      .filter(
        ({ source, condition }) =>
          condition !== null || (source.kind !== "constant" && source.kind !== "session"),
      )
      .map(({ claim }) => claim),
  ),
];

/** Returns the rules of an app for one token or answer. */
export const rulesFor = (place: ClaimPlace, rules: readonly AppClaimRule[]) =>
  rules.filter((rule) => rule.in.includes(place));
