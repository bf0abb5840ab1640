import { appScopeNames, platformCapabilityNames, tenantCapabilityNames } from "../capabilities";

/** Scopes of OpenID Connect and of this server, which no API may define. */
export const protocolScopes = [
  "openid",
  "profile",
  "email",
  "address",
  "phone",
  "roles",
  "groups",
  "offline_access",
] as const;

const reserved = new Set(
  [...protocolScopes, ...tenantCapabilityNames, ...platformCapabilityNames, ...appScopeNames].map((name) =>
    name.toLowerCase(),
  ),
);

/**
 * Returns true if the name is a scope of the protocol or of this server's own interfaces. Compares without case, because some
 * resource servers do.
 */
export const isReservedScope = (name: string) => reserved.has(name.toLowerCase());
