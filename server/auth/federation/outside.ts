import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import {
  attemptOf,
  endAttempt,
  keepAnswer,
  openAttempt,
  takeAssertion,
  takeClaim,
  type Attempt,
} from "../../domain/federation/attempts";
import { connectorOfKind, type Configuration } from "../../domain/federation/federation.schema";
import { offeredProviders } from "../../domain/federation/offered";
import type { OutsideIdentity } from "../../domain/federation/outside-identity";
import { configurationOf, type ProviderRecord } from "../../domain/federation/providers";
import { admitOutsideIdentity, TakenMeanwhile } from "../../domain/federation/resolve";
import { recordSignIn } from "../../domain/risk/record-sign-in";
import type { RequestFacts } from "../../kernel/actor";
import { hashSecret } from "../../kernel/client-id";
import type { Execute } from "../../kernel/execute";
import type { Ports } from "../../kernel/ports";
import type { Stores } from "../../kernel/store";
import { authenticateAt } from "./ldap";
import { beginOidc, describe, finishOidc, type Configure, type OidcKept, type Reach } from "./oidc";
import { OutsideRefusal } from "./refusal";
import { beginSaml, finishSaml, samlMetadata, type SamlAddresses, type SamlKept } from "./saml";

export interface OutsideDeps {
  baseUrl: string;
  stores: Stores;
  ports: Ports;
  execute: Execute;
  reach: Reach;
  configure: Configure;
  log: Logger;
}

/** The request that a step came in, for the records. */
export interface Signs extends RequestFacts {
  userAgent: string | null;
}

/** A provider that is gone to, as its button shows it. */
export interface RedirectConnector {
  id: number;
  label: string;
  kind: "Saml" | "Social";
}

/** The way to and from a provider of a tenant. */
export interface Road {
  tenantId: number;
  slug: string;
}

/** What came back at one of our addresses. */
export type Returned =
  { kind: "oidc"; url: URL } | { kind: "saml"; relayState: string; samlResponse: string };

/** Where the browser goes on with its sign-in; without a claim, the provider's answer was not taken. */
export type ReturnOutcome = { interactionUid: string; claim: string | null } | null;

const random = () => randomBytes(32).toString("base64url");

/** Signs people in with identities from elsewhere: asks directories, sends people to providers and takes them back. */
export function createOutside(deps: OutsideDeps) {
  const { baseUrl, stores, ports, execute, reach, configure, log } = deps;

  const samlAddresses = (slug: string, providerId: number): SamlAddresses => {
    const base = `${baseUrl}/federation/${slug}/saml/${providerId}`;
    return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` };
  };
  const callback = (slug: string, providerId: number) =>
    `${baseUrl}/federation/${slug}/oidc/${providerId}/callback`;

  const secretOf = ({ secretSealed }: ProviderRecord) =>
    secretSealed === null ? null : ports.vault.decrypt(secretSealed);

  const offered = (tenantId: number, appId: number) =>
    stores.tenant(tenantId).read((tx) => offeredProviders(tx, appId));

  /** The person whom the provider's word opens an account of; null, with the reason in the record, where it opens none. */
  async function admit(
    tenantId: number,
    appId: number,
    provider: ProviderRecord,
    identity: OutsideIdentity,
    signs: Signs,
  ): Promise<{ userId: number } | null> {
    const take = () =>
      execute(
        {
          scope: "tenant",
          tenantId,
          channel: "system",
          subject: { kind: "system", label: provider.name },
          capabilities: new Set(),
          request: { ip: signs.ip, requestId: signs.requestId },
        },
        admitOutsideIdentity,
        { providerId: provider.id, identity },
      );
    const { userId, refused } = await take().catch((error: unknown) => {
      if (error instanceof TakenMeanwhile) return take();
      throw error;
    });
    if (userId !== null) return { userId };
    await recordRefusal(tenantId, provider, refused ?? "", signs, {
      appId,
      identifier: identity.email ?? identity.subject,
    });
    return null;
  }

  const recordRefusal = (
    tenantId: number,
    provider: ProviderRecord,
    why: string,
    { ip, userAgent }: Signs,
    { appId = null, identifier = null }: { appId?: number | null; identifier?: string | null } = {},
  ) => {
    const { country, region, place } = ports.locate(ip);
    return stores.tenant(tenantId).write((tx) =>
      recordSignIn(tx, {
        ...{ at: ports.clock(), userId: null, identifier: identifier?.slice(0, 254), appId, userAgent },
        ...{ ip, country, region, place },
        outcome: "refused",
        method: connectorOfKind[provider.kind],
        explanation: [`${provider.name}: ${why}`],
      }),
    );
  };

  /** Asks the directories of an app whether identifier and password are good there, one after the other. */
  async function byPassword(
    tenantId: number,
    appId: number,
    identifier: string,
    password: string,
    signs: Signs,
  ): Promise<{ userId: number } | null> {
    for (const provider of await offered(tenantId, appId)) {
      const configuration = configurationOf(provider);
      if (configuration.kind !== "ldap") continue;
      const options = {
        settings: configuration.settings,
        secret: secretOf(provider),
        allowPrivate: reach.allowPrivate,
      };
      const identity = await authenticateAt(options, identifier, password).catch((error: unknown) => {
        // One directory that does not answer keeps nobody out of the others.
        log.warn({ tenantId, providerId: provider.id, reason: describe(error) }, "directory not reached");
        return null;
      });
      if (identity) return admit(tenantId, appId, provider, identity, signs);
    }
    return null;
  }

  async function redirects(tenantId: number, appId: number): Promise<RedirectConnector[]> {
    return (await offered(tenantId, appId)).flatMap(({ id, name, kind }) =>
      kind === "ldap" ? [] : [{ id, label: name, kind: connectorOfKind[kind] }],
    );
  }

  /** Where to send somebody who is in this sign-in of the app; null where the app does not offer the provider. */
  async function begin(
    { tenantId, slug }: Road,
    { appId, providerId, interactionUid }: { appId: number; providerId: number; interactionUid: string },
  ): Promise<string | null> {
    const provider = (await offered(tenantId, appId)).find(({ id }) => id === providerId);
    if (!provider) return null;
    const state = random();
    const begun = await depart(provider, configurationOf(provider), slug, state);
    if (begun === null) return null;
    const attempt = {
      providerId,
      interactionUid,
      stateHash: hashSecret(state),
      keptSealed: ports.vault.encrypt(JSON.stringify(begun.kept)),
    };
    await stores.tenant(tenantId).write((tx) => openAttempt(tx, attempt, ports.clock()));
    return begun.location;
  }

  async function depart(
    provider: ProviderRecord,
    { kind, settings }: Configuration,
    slug: string,
    state: string,
  ): Promise<{ location: string; kept: object } | null> {
    if (kind === "saml") return beginSaml(settings, samlAddresses(slug, provider.id), state);
    if (kind !== "oidc") return null;
    const configuration = await configure(settings, secretOf(provider));
    return beginOidc(configuration, settings, callback(slug, provider.id), state);
  }

  /** Takes what came back for this provider; null where nobody is waited for. */
  async function receive(
    { tenantId, slug }: Road,
    providerId: number,
    returned: Returned,
    signs: Signs,
  ): Promise<ReturnOutcome> {
    const store = stores.tenant(tenantId);
    const state = returned.kind === "saml" ? returned.relayState : returned.url.searchParams.get("state");
    if (!state) return null;
    const found = await store.read(async (tx) => ({
      provider: await tx.identityProviders.get(providerId),
      attempt: await attemptOf(tx, { providerId, stateHash: hashSecret(state) }, ports.clock()),
    }));
    const { provider, attempt } = found;
    if (!attempt || provider?.kind !== returned.kind) return null;
    const { interactionUid } = attempt;
    try {
      const identity = await answerOf(tenantId, slug, provider, attempt, returned, state);
      const claim = random();
      const answer = {
        identitySealed: ports.vault.encrypt(JSON.stringify(identity)),
        claimHash: hashSecret(claim),
      };
      const kept = await store.write((tx) => keepAnswer(tx, attempt.id, answer, ports.clock()));
      return { interactionUid, claim: kept ? claim : null };
    } catch (error) {
      if (!(error instanceof OutsideRefusal)) throw error;
      await store.write((tx) => endAttempt(tx, attempt.id));
      await recordRefusal(tenantId, provider, error.message, signs);
      return { interactionUid, claim: null };
    }
  }

  /** Who the provider says it is. Throws OutsideRefusal. */
  async function answerOf(
    tenantId: number,
    slug: string,
    provider: ProviderRecord,
    attempt: Attempt,
    returned: Returned,
    state: string,
  ): Promise<OutsideIdentity> {
    const kept: unknown = JSON.parse(ports.vault.decrypt(attempt.keptSealed));
    const { kind, settings } = configurationOf(provider);
    if (kind === "oidc" && returned.kind === "oidc") {
      // Behind a proxy the address that we see is not the one that the provider was given.
      const answered = new URL(callback(slug, provider.id) + returned.url.search);
      const configuration = await configure(settings, secretOf(provider));
      return finishOidc(configuration, settings, answered, kept as OidcKept, state);
    }
    if (kind !== "saml" || returned.kind !== "saml") throw new OutsideRefusal("It answered as another kind.");
    const now = ports.clock();
    const addresses = samlAddresses(slug, provider.id);
    const { identity, assertionId, validUntil } = await finishSaml(
      settings,
      addresses,
      returned.samlResponse,
      kept as SamlKept,
      now,
    );
    const once = await stores
      .tenant(tenantId)
      .write((tx) =>
        takeAssertion(
          tx,
          { providerId: provider.id, assertionHash: hashSecret(assertionId), expiresAt: validUntil },
          now,
        ),
      );
    if (!once) throw new OutsideRefusal("The assertion was used before.");
    return identity;
  }

  /** Who came back to this sign-in, once; null where it is nobody, with the reason in the record. */
  async function claim(
    tenantId: number,
    { appId, interactionUid, token }: { appId: number; interactionUid: string; token: string },
    signs: Signs,
  ): Promise<{ userId: number; connector: "Saml" | "Social" } | null> {
    const attempt = await stores
      .tenant(tenantId)
      .write((tx) => takeClaim(tx, { claimHash: hashSecret(token), interactionUid }, ports.clock()));
    if (!attempt?.identitySealed) return null;
    const provider = (await offered(tenantId, appId)).find(({ id }) => id === attempt.providerId);
    if (!provider || provider.kind === "ldap") return null;
    const identity = JSON.parse(ports.vault.decrypt(attempt.identitySealed)) as OutsideIdentity;
    const person = await admit(tenantId, appId, provider, identity, signs);
    return person && { ...person, connector: connectorOfKind[provider.kind] };
  }

  /** Our SAML metadata for a provider, by which its operator knows us; null where there is no such provider. */
  async function metadata({ tenantId, slug }: Road, providerId: number): Promise<string | null> {
    const provider = await stores.tenant(tenantId).read((tx) => tx.identityProviders.get(providerId));
    return provider?.kind === "saml" ? samlMetadata(samlAddresses(slug, providerId)) : null;
  }

  return { byPassword, redirects, begin, receive, claim, metadata };
}

export type Outside = ReturnType<typeof createOutside>;
