/** What an outside provider speaks. */
export const providerKinds = ["ldap", "saml", "oidc"] as const;
export type ProviderKind = (typeof providerKinds)[number];
