/** Protocols of identity providers. */
export const providerKinds = ["ldap", "saml", "oidc"] as const;
export type ProviderKind = (typeof providerKinds)[number];

/**
 * For each kind of provider, the connector that must be approved and enabled for an app. The app then offers the providers of
 * this kind.
 */
export const connectorOfKind = { ldap: "Ldap", saml: "Saml", oidc: "Social" } as const;
