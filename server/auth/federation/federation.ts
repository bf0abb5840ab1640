import type { Logger } from "pino";
import { kindFacts, isProviderKind } from "../../domain/federation/kinds.schema";
import { isKnown } from "../../domain/federation/provider-records";
import type { Execute } from "../../kernel/operation/execute";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import { textIn } from "../../kernel/texts/text";
import type { FederatedProviders } from "../sign-in/federated-providers";
import { createAdmittance, type TenantRef } from "./admittance";
import { describeError, type Endpoint, type Reach, type RedirectTarget } from "./protocol";
import { startProtocols } from "./protocols";
import { createRoundTrip, type ProviderAddress } from "./round-trip";

export interface FederationDeps {
  baseUrl: string;
  stores: Stores;
  ports: Ports;
  execute: Execute;
  reach: Reach;
  log: Logger;
}

/**
 * Creates the sign-in with external identities: it checks passwords against directories, redirects to providers and handles the
 * return.
 */
export function createFederation({ baseUrl, stores, ports, execute, reach, log }: FederationDeps) {
  const protocols = startProtocols({ reach, log });
  const admittance = createAdmittance({ baseUrl, stores, ports, execute });
  const { offered, connect, redirectTarget, admit, linkedTo } = admittance;

  /** Checks identifier and password at the directories of an app, one after another in the order of their names. */
  const byPassword: FederatedProviders["byPassword"] = async (
    tenantId,
    appId,
    identifier,
    password,
    signs,
  ) => {
    let wrong: number | null = null;
    for (const provider of await offered({ tenantId, appId })) {
      const protocol = protocols[provider.kind];
      if (protocol.signIn !== "password") continue;
      const refused = async (subject: string) => {
        wrong ??= await linkedTo(tenantId, provider.id, subject);
      };
      const identity = await protocol
        .checkPassword(connect(tenantId, provider), { identifier, password }, refused)
        .catch((error: unknown) => {
          // A directory that does not answer must not prevent sign-ins through the others.
          const reason = textIn("en", describeError(error));
          log.warn({ tenantId, providerId: provider.id, reason }, "directory not reached");
          return null;
        });
      if (identity) return admit({ tenantId, appId }, provider, identity, signs);
    }
    return wrong === null ? null : { userId: wrong, wrong: true };
  };

  return {
    byPassword,
    redirects: async (...[tenantId, appId]: Parameters<FederatedProviders["redirects"]>) =>
      (await offered({ tenantId, appId })).flatMap(({ id, name, kind }) => {
        const { signIn, connector } = kindFacts[kind];
        return signIn === "redirect" ? [{ id, label: name, kind: connector }] : [];
      }),
    ...createRoundTrip({ stores, ports, admittance, protocols }),
    /** Returns the endpoint of a kind at this address; null if the kind has no such address. */
    endpointAt: (kind: string, address: string): Endpoint | null => {
      const protocol = isProviderKind(kind) ? protocols[kind] : null;
      if (protocol?.signIn !== "redirect" || !Object.hasOwn(protocol.endpoints, address)) return null;
      return protocol.endpoints[address]!;
    },
    /** Returns the provider with this id and kind, as its protocol needs it; null if the tenant has none. */
    findTarget: async (
      tenantRef: TenantRef,
      { providerId, kind }: ProviderAddress,
    ): Promise<RedirectTarget | null> => {
      const { tenantId } = tenantRef;
      const provider = await stores.tenant(tenantId).read((tx) => tx.identityProviders.get(providerId));
      return provider?.kind === kind && isKnown(provider) ? redirectTarget(tenantRef, provider) : null;
    },
    /** Ends the processes of the protocols. */
    close: async () => {
      await Promise.all(
        Object.values(protocols).flatMap((protocol) =>
          protocol.signIn === "redirect" && protocol.close ? [protocol.close()] : [],
        ),
      );
    },
  };
}

export type Federation = ReturnType<typeof createFederation>;
