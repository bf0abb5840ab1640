import { and, eq } from "drizzle-orm";
import { identities } from "@/db/tenant/federation";
import { takeAssertion } from "../../domain/federation/attempts";
import type { FederatedIdentity } from "../../domain/federation/federated-identity";
import { federationAddress, kindFacts } from "../../domain/federation/kinds.schema";
import { keysOf } from "../../domain/federation/provider-keys";
import {
  configurationOf,
  offeredProviders,
  type KnownProvider,
} from "../../domain/federation/provider-records";
import { admitOutsideIdentity, TakenMeanwhile } from "../../domain/federation/resolve";
import { recordSignIn } from "../../domain/risk/record-sign-in";
import { hashSecret } from "../../kernel/http/client-id";
import type { TenantActor } from "../../kernel/operation/actor";
import type { Execute } from "../../kernel/operation/execute";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import { type CodedText, defineTexts } from "../../kernel/texts/define";
import type { AdmittedIdentity, FederationSigns } from "../sign-in/federated-providers";
import type { Connection, RedirectTarget } from "./protocol";

const signInTexts = defineTexts("sign_in", { by_provider: "{provider}: {reason}" });

export interface AdmittanceDeps {
  baseUrl: string;
  stores: Stores;
  ports: Pick<Ports, "clock" | "locate" | "vault">;
  execute: Execute;
}

/** Target of a sign-in: an app of a tenant. `appId` is null for the user's own account page, which offers no providers. */
export interface Toward {
  tenantId: number;
  appId: number | null;
}

/** Tenant of a provider, with the slug in the provider's addresses. */
export interface TenantRef {
  tenantId: number;
  slug: string;
}

/**
 * Creates the functions that all kinds of providers share: they return the offered providers, read a provider for its protocol,
 * admit an identity, and record a refusal.
 */
export function createAdmittance({ baseUrl, stores, ports, execute }: AdmittanceDeps) {
  const offered = async ({ tenantId, appId }: Toward) =>
    appId === null ? [] : stores.tenant(tenantId).read((tx) => offeredProviders(tx, appId));

  const connect = (tenantId: number, provider: KnownProvider): Connection => ({
    settings: configurationOf(provider).settings,
    secret: provider.secretSealed === null ? null : ports.vault.decrypt(provider.secretSealed),
    by: String(tenantId),
  });

  function redirectTarget({ tenantId, slug }: TenantRef, provider: KnownProvider): RedirectTarget {
    const store = stores.tenant(tenantId);
    const { id: providerId, kind } = provider;
    const now = ports.clock();
    return {
      ...connect(tenantId, provider),
      now,
      address: (name) => federationAddress(baseUrl, { slug, kind, providerId }, name),
      readOwnKeys: async () =>
        (await store.read((tx) => keysOf(tx, providerId))).map(({ use, certificate, keySealed }) => ({
          use,
          certificate,
          privateKey: () => ports.vault.decrypt(keySealed),
        })),
      takeOnce: (identifier, expiresAt) => {
        const used = { providerId, assertionHash: hashSecret(identifier), expiresAt };
        return store.write((tx) => takeAssertion(tx, used, now));
      },
    };
  }

  /** Returns the user whom the provider's identity signs in. Returns null and records the reason if there is none. */
  async function admit(
    toward: Toward,
    provider: KnownProvider,
    identity: FederatedIdentity,
    signs: FederationSigns,
  ): Promise<AdmittedIdentity | null> {
    const input = { providerId: provider.id, identity };
    const take = () => execute(inTheNameOf(provider, toward.tenantId, signs), admitOutsideIdentity, input);
    const admitted = await take().catch((error: unknown) => {
      if (error instanceof TakenMeanwhile) return take();
      throw error;
    });
    // Each run records one event. The first recorded the link, the second records the change of the profile.
    const { userId, refused } = admitted.isProfileOutdated ? await take() : admitted;
    if (userId !== null) return { userId, connector: kindFacts[provider.kind].connector };
    const identifier = identity.email ?? identity.subject;
    await recordRefusal({ ...toward, provider, why: refused ?? "", signs, identifier });
    return null;
  }

  /** Records a failed sign-in, with the reason for the administrators. */
  const recordRefusal = ({ tenantId, appId, provider, why, signs, identifier = null }: Refused) => {
    const { ip, userAgent } = signs;
    const { country, region, place } = ports.locate(ip);
    return stores.tenant(tenantId).write((tx) =>
      recordSignIn(tx, {
        at: ports.clock(),
        userId: null,
        identifier: identifier?.slice(0, 254) ?? null,
        appId,
        ip,
        country,
        region,
        place,
        userAgent,
        outcome: "refused",
        method: kindFacts[provider.kind].connector,
        explanation: [signInTexts.by_provider({ provider: provider.name, reason: why })],
      }),
    );
  };

  /** Returns the user who is linked to this subject of a provider; null if there is none. */
  const linkedTo = async (tenantId: number, providerId: number, subject: string): Promise<number | null> => {
    const bySubject = and(eq(identities.providerId, providerId), eq(identities.subject, subject))!;
    const found = await stores.tenant(tenantId).read((tx) => tx.identities.find(bySubject));
    return found?.userId ?? null;
  };

  return { offered, connect, redirectTarget, admit, linkedTo, recordRefusal };
}

export type Admittance = ReturnType<typeof createAdmittance>;

interface Refused {
  tenantId: number;
  /** App of the sign-in. Null if the sign-in has no app, or if the app is no longer known. */
  appId: number | null;
  provider: KnownProvider;
  why: CodedText | string;
  signs: FederationSigns;
  /** The identifier at the provider, if known. */
  identifier?: string | null;
}

const inTheNameOf = (
  { name }: KnownProvider,
  tenantId: number,
  { ip, requestId }: FederationSigns,
): TenantActor => ({
  scope: "tenant",
  tenantId,
  channel: "system",
  subject: { kind: "system", label: name },
  capabilities: new Set(),
  request: { ip, requestId },
});
