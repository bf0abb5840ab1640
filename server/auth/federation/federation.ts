import type { Logger } from "pino";
import { connectorOfKind } from "../../domain/federation/federation.schema";
import { keysOf } from "../../domain/federation/provider-keys";
import { configurationOf, type ProviderRecord } from "../../domain/federation/providers";
import type { Execute } from "../../kernel/operation/execute";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import type { FederatedProviders } from "../sign-in/federated-providers";
import { federationAddresses } from "./addresses";
import { createAdmittance } from "./admittance";
import { createDirectories } from "./directories";
import type { Configure, Reach } from "./oidc";
import { createRoundTrip, type TenantRef } from "./round-trip";
import { samlMetadata } from "./saml-metadata";
import type { ReadSaml } from "./saml-processes";

export interface FederationDeps {
  baseUrl: string;
  stores: Stores;
  ports: Ports;
  execute: Execute;
  reach: Reach;
  configure: Configure;
  readSaml: ReadSaml;
  log: Logger;
}

/**
 * Creates the sign-in with external identities: it checks passwords against directories, redirects to providers and handles the
 * return.
 */
export function createFederation(deps: FederationDeps) {
  const { baseUrl, stores, ports, execute, reach, configure, readSaml, log } = deps;
  const admittance = createAdmittance({ stores, ports, execute });
  const providers: FederatedProviders = {
    byPassword: createDirectories({ admittance, reach, log }),
    redirects: async (tenantId, appId) =>
      (await admittance.offered({ tenantId, appId })).flatMap(({ id, name, kind }) =>
        kind === "ldap" ? [] : [{ id, label: name, kind: connectorOfKind[kind] }],
      ),
  };
  return {
    ...providers,
    ...createRoundTrip({ baseUrl, stores, ports, admittance, configure, readSaml }),
    /** Returns true if the tenant has a provider with this id and kind. */
    hasProvider: async (
      { tenantId }: TenantRef,
      providerId: number,
      kind: ProviderRecord["kind"],
    ): Promise<boolean> => {
      const provider = await stores.tenant(tenantId).read((tx) => tx.identityProviders.get(providerId));
      return provider?.kind === kind;
    },
    /** Returns our SAML metadata for the operator of a provider; null if there is no such provider. */
    metadata: async ({ tenantId, slug }: TenantRef, providerId: number): Promise<string | null> => {
      const { provider, keys } = await stores.tenant(tenantId).read(async (tx) => ({
        provider: await tx.identityProviders.get(providerId),
        keys: await keysOf(tx, providerId),
      }));
      const configuration = provider && configurationOf(provider);
      if (configuration?.kind !== "saml") return null;
      const certificates = (...uses: string[]) =>
        keys.filter(({ use }) => uses.includes(use)).map(({ certificate }) => certificate);
      return samlMetadata(federationAddresses(baseUrl).saml(slug, providerId), {
        signs: configuration.settings.signRequests,
        signing: certificates("current", "next"),
        encryption: certificates("current")[0] ?? null,
      });
    },
  };
}

export type Federation = ReturnType<typeof createFederation>;
