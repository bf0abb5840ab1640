import type { RuleKind } from "../rule-type.schema";
import { sentence } from "../wording.schema";
import { defineTexts } from "@/server/kernel/texts/define";

const ruleTexts = defineTexts("rule", {
  no_unknown_type: "No sign-in, because this version does not know the rule type {type}",
  type_unknown: "This version does not know the rule type {type}, so the rule denies every sign-in.",
});

/**
 * The type of stored rules that the registry does not contain. A newer version may have stored such rules. The conditions of
 * these rules are unknown. These rules therefore refuse every sign-in that they concern. Requests cannot create a rule of this
 * type.
 */
export const unknown: RuleKind<{ storedType: string }> = {
  role: "deny",
  foreseeable: true,
  description: "",
  demand: ({ storedType }) => ruleTexts.no_unknown_type({ type: storedType }),
  effectOf: () => "deny",
  matches: () => "yes",
  sentence: ({ storedType }) => sentence(ruleTexts.type_unknown({ type: storedType })),
  missing: () => null,
  limitsOf: () => ({}),
  compileDenials: (rules) => {
    const all = rules.map(({ refuser }) => refuser);
    return () => all;
  },
  compileAllowances: () => {
    throw new Error("a rule of an unknown type allows nothing");
  },
};
