/**
 * Exports the names of the access-rule types. This module imports zod: pages that only list rules use `useRuleTypes`.
 */
export { isRuleType, ruleTypes, type RuleType } from "./rule-types.schema";
