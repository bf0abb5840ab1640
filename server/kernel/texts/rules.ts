import { defineTexts } from "./define";

/**
 * Texts of access rules and the country restriction: demands, refusals, and missing facts of an explanation.
 */
export const ruleTexts = defineTexts("rule", {
  only_from: "Only from {places}",
  not_from: "Not from {places}",
  only_by: "Only by {methods}",
  only_at: "Only from {start} to {end} ({timeZone})",
  no_anonymizer: "Not through a VPN, a proxy or Tor",
  no_unknown_type: "No sign-in, because this version does not know the rule type {type}",
  max_session: "At most {max} session at a time",
  max_sessions: "At most {max} sessions at a time",
  max_device: "At most {max} device",
  max_devices: "At most {max} devices",
  max_hour: "Sessions last at most {max} hour",
  max_hours: "Sessions last at most {max} hours",
  max_minute: "Sessions last at most {max} minute",
  max_minutes: "Sessions last at most {max} minutes",

  place_denied: "Sign-ins from {place} are denied.",
  place_not_allowed: "Sign-ins are allowed only from {places}; this one is from {place}.",
  time_not_allowed: "Sign-ins are allowed only from {start} to {end} ({timeZone}) on {days}.",
  method_not_allowed: "Only {methods} may be used to sign in; this was {method}.",
  anonymizer_denied: "Sign-ins through a VPN, a proxy or Tor are denied.",
  type_unknown: "This version does not know the rule type {type}, so the rule denies every sign-in.",
  restricted: "The organization's country restriction does not let in sign-ins from {place}.",

  needs_country: "the country they sign in from",
  needs_region: "the region they sign in from",
  needs_address: "the address they sign in from",
  needs_method: "how they sign in",
  needs_anonymizer: "whether they come through a VPN, a proxy or Tor",

  unknown_place: "an unknown place",
  and_more: "{items} and {more} more",
  sunday: "Sun",
  monday: "Mon",
  tuesday: "Tue",
  wednesday: "Wed",
  thursday: "Thu",
  friday: "Fri",
  saturday: "Sat",
});
