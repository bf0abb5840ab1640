/** The names of the access-rule types. They bring zod along: pages that only list rules use `useRuleTypes`. */
export { isRuleType, ruleTypes, type RuleType } from "./rule-types.schema";
