/*
 * The names that rules are told by, without what checks them: for pages that only list rules.
 */

/** The ways to sign in, as rules and connectors name them. */
export const signInMethods = [
  "password",
  "webauthn",
  "EmailOtp",
  "SmsOtp",
  "MagicLink",
  "Ldap",
  "Saml",
  "Social",
] as const;

export type SignInMethod = (typeof signInMethods)[number];

/** What a rule can look at, in the order in which they are offered. */
export const ruleTypes = [
  "country",
  "region",
  "ip",
  "hours",
  "method",
  "anonymizer",
  "sessions",
  "sessionlength",
  "devices",
] as const;
export type RuleType = (typeof ruleTypes)[number];

export const isRuleType = (type: string): type is RuleType => (ruleTypes as readonly string[]).includes(type);

/** How many days a preview of what is changed looks back. */
export const PREVIEW_DAYS = 30;
