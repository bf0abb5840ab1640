import { randomBytes } from "node:crypto";
import {
  attemptOf,
  endAttempt,
  keepAnswer,
  openAttempt,
  takeAssertion,
  takeClaim,
  type Attempt,
} from "../../domain/federation/attempts";
import { connectorOfKind, type OidcSettings } from "../../domain/federation/federation.schema";
import type { FederatedIdentity } from "../../domain/federation/federated-identity";
import { keysOf } from "../../domain/federation/provider-keys";
import { configurationOf, type ProviderRecord } from "../../domain/federation/providers";
import { hashSecret } from "../../kernel/http/client-id";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import type { FederationSigns } from "../sign-in/federated-providers";
import { federationAddresses } from "./addresses";
import type { Admittance, Toward } from "./admittance";
import { beginOidc, describe, finishOidc, type Configure, type OidcKept } from "./oidc";
import { OutsideRefusal } from "./refusal";
import { beginSaml, type SamlKept, type SamlKeys } from "./saml";
import type { ReadSaml } from "./saml-processes";
import { providerTexts } from "../../kernel/texts/providers";

interface RoundTripDeps {
  baseUrl: string;
  stores: Stores;
  ports: Pick<Ports, "clock" | "vault">;
  admittance: Admittance;
  configure: Configure;
  readSaml: ReadSaml;
}

/** Tenant of a provider, with the slug in the provider's addresses. */
export interface TenantRef {
  tenantId: number;
  slug: string;
}

/** Answer of a provider that arrived at one of our addresses. */
export type Returned =
  | { kind: "oidc"; url: URL }
  | { kind: "saml"; relayState: string; samlResponse: string };

/** The sign-in that starts the redirect. The browser returns to the host of this sign-in. */
export interface SignInUnderWay {
  appId: number | null;
  interactionUid: string;
  /** Base URL of the host of the sign-in. */
  baseUrl: string;
}

/**
 * The sign-in that the browser continues. `claim` is null if the provider's answer was refused. The outcome is null if no sign-in
 * waits for the answer.
 */
export type ReturnOutcome = { interactionUid: string; baseUrl: string; claim: string | null } | null;

const random = () => randomBytes(32).toString("base64url");

const NO_KEYS: SamlKeys = { signing: null, decryption: [] };

/**
 * Creates the functions that redirect to a provider and handle the return. domain/federation/attempts.ts describes how both are
 * linked.
 */
export function createRoundTrip({ baseUrl, stores, ports, admittance, configure, readSaml }: RoundTripDeps) {
  const { offered, admit, recordRefusal, secretOf } = admittance;
  const addresses = federationAddresses(baseUrl);
  const seal = (value: unknown) => ports.vault.encrypt(JSON.stringify(value));
  const unseal = (sealed: string): unknown => JSON.parse(ports.vault.decrypt(sealed));

  /**
   * Returns the address of the redirect for this sign-in. Returns null if the app does not offer the provider, or if the provider
   * does not answer.
   */
  async function begin(
    { tenantId, slug }: TenantRef,
    providerId: number,
    { appId, interactionUid, baseUrl: from }: SignInUnderWay,
    signs: FederationSigns,
  ): Promise<string | null> {
    const provider = (await offered({ tenantId, appId })).find(({ id }) => id === providerId);
    if (!provider) return null;
    const state = random();
    try {
      const begun = await depart({ tenantId, slug }, provider, state);
      if (begun === null) return null;
      const keptSealed = seal({ ...begun.kept, from });
      const kept = { providerId, interactionUid, stateHash: hashSecret(state), keptSealed };
      await stores.tenant(tenantId).write((tx) => openAttempt(tx, kept, ports.clock()));
      return begun.location;
    } catch (error) {
      if (!(error instanceof OutsideRefusal)) throw error;
      await recordRefusal({ tenantId, appId, provider, why: error.text, signs });
      return null;
    }
  }

  async function depart(
    { tenantId, slug }: TenantRef,
    provider: ProviderRecord,
    state: string,
  ): Promise<{ location: string; kept: object } | null> {
    const { kind, settings } = configurationOf(provider);
    if (kind === "saml") {
      const keys = settings.signRequests ? await samlKeys(tenantId, provider.id) : NO_KEYS;
      return beginSaml(settings, addresses.saml(slug, provider.id), keys, state);
    }
    if (kind !== "oidc") return null;
    const configuration = await reached(tenantId, provider, settings);
    return beginOidc(configuration, settings, addresses.callback(slug, provider.id), state);
  }

  /** Returns our own SAML keys for a provider. */
  async function samlKeys(tenantId: number, providerId: number): Promise<SamlKeys> {
    const kept = await stores.tenant(tenantId).read((tx) => keysOf(tx, providerId));
    const keys = kept.map(({ use, keySealed }) => ({ use, key: ports.vault.decrypt(keySealed) }));
    return {
      signing: keys.find(({ use }) => use === "current")?.key ?? null,
      decryption: keys.map(({ key }) => key),
    };
  }

  /** Returns the provider's metadata. Throws OutsideRefusal if the provider does not answer. */
  const reached = (tenantId: number, provider: ProviderRecord, settings: OidcSettings) =>
    configure(settings, secretOf(provider), String(tenantId)).catch((error: unknown) => {
      throw new OutsideRefusal(providerTexts.not_reached({ reason: describe(error) }), { cause: error });
    });

  /** Handles an answer of this provider. Returns null if no sign-in waits for it. */
  async function receive(
    tenantRef: TenantRef,
    providerId: number,
    returned: Returned,
    signs: FederationSigns,
  ): Promise<ReturnOutcome> {
    const { tenantId } = tenantRef;
    const store = stores.tenant(tenantId);
    const state = returned.kind === "saml" ? returned.relayState : returned.url.searchParams.get("state");
    if (!state) return null;
    const { provider, attempt } = await store.read(async (tx) => ({
      provider: await tx.identityProviders.get(providerId),
      attempt: await attemptOf(tx, { providerId, stateHash: hashSecret(state) }, ports.clock()),
    }));
    if (!attempt || provider?.kind !== returned.kind) return null;
    const { interactionUid } = attempt;
    const { from } = unseal(attempt.keptSealed) as { from: string };
    const back = { interactionUid, baseUrl: from };
    try {
      const identity = await answerOf(tenantRef, provider, attempt, returned, state);
      const claim = random();
      const answer = { identitySealed: seal(identity), claimHash: hashSecret(claim) };
      const kept = await store.write((tx) => keepAnswer(tx, attempt.id, answer, ports.clock()));
      return { ...back, claim: kept ? claim : null };
    } catch (error) {
      if (!(error instanceof OutsideRefusal)) throw error;
      await store.write((tx) => endAttempt(tx, attempt.id));
      await recordRefusal({ tenantId, appId: null, provider, why: error.text, signs });
      return { ...back, claim: null };
    }
  }

  /** Returns the identity in the provider's answer. Throws OutsideRefusal. */
  async function answerOf(
    { tenantId, slug }: TenantRef,
    provider: ProviderRecord,
    { keptSealed }: Attempt,
    returned: Returned,
    state: string,
  ): Promise<FederatedIdentity> {
    const kept = unseal(keptSealed);
    const { kind, settings } = configurationOf(provider);
    if (kind === "oidc" && returned.kind === "oidc") {
      // Behind a proxy, the address of this request differs from the one sent to the provider.
      const answered = new URL(addresses.callback(slug, provider.id) + returned.url.search);
      const configuration = await reached(tenantId, provider, settings);
      return finishOidc(configuration, settings, answered, kept as OidcKept, state);
    }
    if (kind !== "saml" || returned.kind !== "saml") throw new OutsideRefusal(providerTexts.other_kind());
    const now = ports.clock();
    const { decryption } = await samlKeys(tenantId, provider.id);
    const answer = {
      settings,
      decryption,
      now,
      kept: kept as SamlKept,
      addresses: addresses.saml(slug, provider.id),
      samlResponse: returned.samlResponse,
    };
    const taken = await readSaml(answer, slug);
    const used = {
      providerId: provider.id,
      assertionHash: hashSecret(taken.assertionId),
      expiresAt: taken.validUntil,
    };
    if (!(await stores.tenant(tenantId).write((tx) => takeAssertion(tx, used, now))))
      throw new OutsideRefusal(providerTexts.saml_reused());
    return taken.identity;
  }

  /**
   * Returns the user who returned to this sign-in from a provider. Accepts a claim once. Returns null and records the reason if
   * there is no user.
   */
  async function claim(
    toward: Toward,
    { interactionUid, token }: { interactionUid: string; token: string },
    signs: FederationSigns,
  ): Promise<{ userId: number; connector: "Saml" | "Social" } | null> {
    const wanted = { claimHash: hashSecret(token), interactionUid };
    const attempt = await stores.tenant(toward.tenantId).write((tx) => takeClaim(tx, wanted, ports.clock()));
    if (!attempt?.identitySealed) return null;
    const provider = (await offered(toward)).find(({ id }) => id === attempt.providerId);
    if (!provider || provider.kind === "ldap") return null;
    const identity = unseal(attempt.identitySealed) as FederatedIdentity;
    const person = await admit(toward, provider, identity, signs);
    return person && { ...person, connector: connectorOfKind[provider.kind] };
  }

  return { begin, receive, claim };
}
