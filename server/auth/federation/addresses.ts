import type { SamlAddresses } from "./saml";

/** Returns our addresses for a provider of a tenant. The console shows the same (sign-in-methods/providers/_parts/kinds.ts). */
export const federationAddresses = (baseUrl: string) => ({
  saml: (slug: string, providerId: number): SamlAddresses => {
    const at = `${baseUrl}/federation/${slug}/saml/${providerId}`;
    return { entityId: `${at}/metadata`, acsUrl: `${at}/acs` };
  },
  callback: (slug: string, providerId: number): string =>
    `${baseUrl}/federation/${slug}/oidc/${providerId}/callback`,
});
