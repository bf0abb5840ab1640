import { defineTexts } from "./define";

/**
 * Texts that several access-rule types or the country restriction use. The module of a type declares its own:
 * server/domain/access-rules/types.
 */
export const ruleTexts = defineTexts("rule", {
  only_from: "Only from {places}",
  not_from: "Not from {places}",
  no_unknown_type: "No sign-in, because this version does not know the rule type {type}",

  place_denied: "Sign-ins from {place} are denied.",
  place_not_allowed: "Sign-ins are allowed only from {places}; this one is from {place}.",
  type_unknown: "This version does not know the rule type {type}, so the rule denies every sign-in.",
  restricted: "The organization's country restriction does not let in sign-ins from {place}.",

  unknown_place: "an unknown place",
  and_more: "{items} and {more} more",
});
