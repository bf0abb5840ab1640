import type { SamlAddresses } from "./saml";

/**
 * Returns the addresses of this server for a provider of a tenant. The console shows the same addresses
 * (sign-in-methods/providers/_parts/kinds.ts).
 */
export const federationAddresses = (baseUrl: string) => ({
  saml: (slug: string, providerId: number): SamlAddresses => {
    const at = `${baseUrl}/federation/${slug}/saml/${providerId}`;
    return { entityId: `${at}/metadata`, acsUrl: `${at}/acs` };
  },
  callback: (slug: string, providerId: number): string =>
    `${baseUrl}/federation/${slug}/oidc/${providerId}/callback`,
});
