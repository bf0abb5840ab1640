/** The policies that a tag can set for the users with the tag (clarifications, document 1, 16). */
export const tagPolicyNames = [
  "requireMfa",
  "allowRememberMe",
  "allowMagicLink",
  "allowSelfServiceProfile",
  "allowActAs",
  "requireDeviceApproval",
] as const;

export type TagPolicy = (typeof tagPolicyNames)[number];
