/** What an outside provider speaks. */
export const providerKinds = ["ldap", "saml", "oidc"] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** The connector that must be approved and on in an app for a provider of this kind to be offered there. */
export const connectorOfKind = { ldap: "Ldap", saml: "Saml", oidc: "Social" } as const;
