/** Protocols of identity providers. */
export const providerKinds = ["ldap", "saml", "oidc"] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** The connector that an app must have approved and enabled to offer providers of this kind. */
export const connectorOfKind = { ldap: "Ldap", saml: "Saml", oidc: "Social" } as const;
