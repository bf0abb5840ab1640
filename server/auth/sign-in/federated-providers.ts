/*
 * How identities from elsewhere come into the sign-in: a directory checks the typed password, another provider is gone to
 * and comes back. Who they are here is theirs to say (domain/federation); that it was proved is kept like any other proof.
 */

import type { RequestSigns } from "./demands";

/** A provider that is gone to, as its button shows it. */
export interface RedirectConnector {
  id: number;
  label: string;
  kind: "Saml" | "Social";
}

/** The request of a step, as it is kept with what comes of it. */
export type FederationSigns = Pick<RequestSigns, "ip" | "requestId" | "userAgent">;

export interface FederatedProviders {
  /**
   * Who this is by a directory of the app, when the identifier and password are good there. `wrong`: a person of ours whom a
   * directory knows by this identifier, and whose password it is not. Else null.
   */
  byPassword(
    tenantId: number,
    appId: number | null,
    identifier: string,
    password: string,
    signs: FederationSigns,
  ): Promise<{ userId: number; wrong?: true } | null>;
  /** Where else an app's people can prove who they are. */
  redirects(tenantId: number, appId: number | null): Promise<RedirectConnector[]>;
}

/** Where no provider is configured. */
export const noFederation: FederatedProviders = {
  byPassword: () => Promise.resolve(null),
  redirects: () => Promise.resolve([]),
};
