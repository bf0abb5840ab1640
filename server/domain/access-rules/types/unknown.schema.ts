import type { RuleKind } from "../rule-type.schema";
import { sentence } from "../wording.schema";

/**
 * Stands for a stored rule whose type is not in the registry, for example one that a newer version wrote. Its
 * conditions are unknown, so it refuses every sign-in that it concerns. Requests cannot create it.
 */
export const unknown: RuleKind<{ storedType: string }> = {
  role: "deny",
  foreseeable: true,
  description: "",
  demand: ({ storedType }) => `No sign-in, because this version does not know the rule type ${storedType}`,
  effectOf: () => "deny",
  matches: () => "yes",
  sentence: ({ storedType }) =>
    sentence(`This version does not know the rule type ${storedType}, so the rule denies every sign-in.`),
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
