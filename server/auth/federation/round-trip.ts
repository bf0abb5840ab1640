import { randomBytes } from "node:crypto";
import { attemptOf, endAttempt, keepAnswer, openAttempt, takeClaim } from "../../domain/federation/attempts";
import type { FederatedIdentity } from "../../domain/federation/federated-identity";
import { isKnown } from "../../domain/federation/provider-records";
import { hashSecret } from "../../kernel/http/client-id";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import type { AdmittedIdentity, FederationSigns } from "../sign-in/federated-providers";
import type { Admittance, TenantRef, Toward } from "./admittance";
import { OutsideRefusal, type Answer } from "./protocol";
import type { startProtocols } from "./protocols";

interface RoundTripDeps {
  stores: Stores;
  ports: Pick<Ports, "clock" | "vault">;
  admittance: Admittance;
  protocols: ReturnType<typeof startProtocols>;
}

/** A provider as its addresses name it. */
export interface ProviderAddress {
  providerId: number;
  kind: string;
}

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

/**
 * Creates the functions that redirect to a provider and handle the return. domain/federation/attempts.ts describes how both are
 * linked.
 */
export function createRoundTrip({ stores, ports, admittance, protocols }: RoundTripDeps) {
  const { offered, admit, recordRefusal, redirectTarget } = admittance;
  const seal = (value: unknown) => ports.vault.encrypt(JSON.stringify(value));
  const unseal = (sealed: string): unknown => JSON.parse(ports.vault.decrypt(sealed));

  /**
   * Returns the address of the redirect for this sign-in. Returns null if the app does not offer the provider, or if the provider
   * does not answer.
   */
  async function begin(
    tenantRef: TenantRef,
    providerId: number,
    { appId, interactionUid, baseUrl: from }: SignInUnderWay,
    signs: FederationSigns,
  ): Promise<string | null> {
    const { tenantId } = tenantRef;
    const provider = (await offered({ tenantId, appId })).find(({ id }) => id === providerId);
    if (!provider) return null;
    const protocol = protocols[provider.kind];
    if (protocol.signIn !== "redirect") return null;
    const state = random();
    try {
      const begun = await protocol.begin(redirectTarget(tenantRef, provider), state);
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

  /** Handles an answer of this provider. Returns null if no sign-in waits for it. */
  async function receive(
    tenantRef: TenantRef,
    { providerId, kind }: ProviderAddress,
    returned: Answer,
    signs: FederationSigns,
  ): Promise<ReturnOutcome> {
    const { tenantId } = tenantRef;
    const { state } = returned;
    if (!state) return null;
    const store = stores.tenant(tenantId);
    const { provider, attempt } = await store.read(async (tx) => ({
      provider: await tx.identityProviders.get(providerId),
      attempt: await attemptOf(tx, { providerId, stateHash: hashSecret(state) }, ports.clock()),
    }));
    if (!attempt || provider?.kind !== kind || !isKnown(provider)) return null;
    const { interactionUid } = attempt;
    const kept = unseal(attempt.keptSealed) as { from: string };
    const back = { interactionUid, baseUrl: kept.from };
    try {
      const identity = await returned.identify(redirectTarget(tenantRef, provider), { kept, state });
      const claim = random();
      const answer = { identitySealed: seal(identity), claimHash: hashSecret(claim) };
      const isFirst = await store.write((tx) => keepAnswer(tx, attempt.id, answer, ports.clock()));
      return { ...back, claim: isFirst ? claim : null };
    } catch (error) {
      if (!(error instanceof OutsideRefusal)) throw error;
      await store.write((tx) => endAttempt(tx, attempt.id));
      await recordRefusal({ tenantId, appId: null, provider, why: error.text, signs });
      return { ...back, claim: null };
    }
  }

  /**
   * Returns the user who returned to this sign-in from a provider. Accepts a claim once. Returns null and records the reason if
   * there is no user.
   */
  async function claim(
    toward: Toward,
    { interactionUid, token }: { interactionUid: string; token: string },
    signs: FederationSigns,
  ): Promise<AdmittedIdentity | null> {
    const wanted = { claimHash: hashSecret(token), interactionUid };
    const attempt = await stores.tenant(toward.tenantId).write((tx) => takeClaim(tx, wanted, ports.clock()));
    if (!attempt?.identitySealed) return null;
    const provider = (await offered(toward)).find(({ id }) => id === attempt.providerId);
    if (!provider) return null;
    // `receive` stored the identity.
    return admit(toward, provider, unseal(attempt.identitySealed) as FederatedIdentity, signs);
  }

  return { begin, receive, claim };
}
