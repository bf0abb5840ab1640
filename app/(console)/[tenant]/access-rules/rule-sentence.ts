import { useExtracted } from "next-intl";
import type { NamedAccessRule } from "@/server/domain/access-rules/access-rules.schema";
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
