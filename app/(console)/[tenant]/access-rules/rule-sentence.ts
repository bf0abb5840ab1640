import { useExtracted } from "next-intl";
import type { NamedAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { typeIn, useRuleTypes } from "./rule-types";

export { useDurationText } from "./rule-parts";

/** Properties of a rule that the sentence uses. */
export type Described = Pick<NamedAccessRule, "scope" | "type" | "about" | "definition">;

/** Returns a function that describes a rule in one sentence. */
export function useRuleSentence() {
  const t = useExtracted("access-rules");
  const types = useRuleTypes();
  return ({ scope, about, type, definition: rule }: Described): string => {
    const name = about ?? "…";
    return (
      typeIn(types, type)?.sentence({ scope, name, rule }) ??
      t(
        "{scope, select, org {Nobody can} tag {People with the tag {name} cannot} app {People signing in to {name} cannot} other {{name} cannot}} sign in: this version does not support the rule type {type}.",
        { scope, name, type },
      )
    );
  };
}

/**
 * Returns a function that explains why a rule has no full effect on this installation: location data is missing. The function
 * returns null if the rule works.
 */
export function useBlindSpot(): (rule: Pick<Described, "type" | "definition">) => string | null {
  const types = useRuleTypes();
  const { data: known } = useQuery(useTRPC().accessRules.known.queryOptions({}));
  return ({ type, definition }) =>
    known === undefined ? null : (typeIn(types, type)?.blindSpot?.(definition, known) ?? null);
}
