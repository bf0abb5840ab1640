/*
 * Interface between external identity providers and the sign-in. A directory checks the typed password; other providers use a
 * redirect. `domain/federation` maps an external identity to a user. The result is stored as a proof like any other.
 */

import type { ProviderConnector } from "../../domain/federation/kinds.schema";
import type { RequestSigns } from "./demands";

/** A provider with a redirect, as its button shows it. */
export interface RedirectConnector {
  id: number;
  label: string;
  kind: ProviderConnector;
}

/** User whom a provider's identity signs in, with the connector of the provider. */
export interface AdmittedIdentity {
  userId: number;
  connector: ProviderConnector;
}

/** Data of the request that is stored with the result of the redirect. */
export type FederationSigns = Pick<RequestSigns, "ip" | "requestId" | "userAgent">;

export interface FederatedProviders {
  /**
   * Returns the user whose identifier and password a directory of the app accepts. Sets `wrong` if a directory maps the
   * identifier to a user of the tenant, but rejects the password. Otherwise returns null.
   */
  byPassword(
    tenantId: number,
    appId: number | null,
    identifier: string,
    password: string,
    signs: FederationSigns,
  ): Promise<AdmittedIdentity | { userId: number; wrong: true } | null>;
  /** Returns the providers with a redirect that the app offers. */
  redirects(tenantId: number, appId: number | null): Promise<RedirectConnector[]>;
}
