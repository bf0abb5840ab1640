/** The policies that a tag can set for its people (clarifications, document 1, 16). */
export const tagPolicies = {
  requireMfa: "Must use a second factor",
  allowRememberMe: "May stay signed in",
  allowMagicLink: "May sign in with an e-mail link",
  allowSelfServiceProfile: "May change their own profile",
  allowActAs: "Administrators may act as them",
  requireDeviceApproval: "May only use approved devices",
} as const;

export type TagPolicy = keyof typeof tagPolicies;
export const tagPolicyNames = Object.keys(tagPolicies) as [TagPolicy, ...TagPolicy[]];
