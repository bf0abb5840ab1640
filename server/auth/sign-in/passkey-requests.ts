import { CEREMONY_MS } from "../../domain/factors/kinds/passkey-ceremony";
import type { FactorReadTx } from "../../domain/factors/factor-store";
import { factorsOf } from "../../domain/factors/factors";
import {
  newChallenge,
  passkeyCreation,
  passkeyRequest,
  userHandleOf,
  type Ceremony,
} from "../../domain/factors/kinds/passkeys";
import type { Flow, PasskeyRequest, Who } from "./flow";
import { askedFor, currentStep, type StepDeps, type Visit, enrollingOf } from "./visit";
import { withFactors, issuerOf } from "./factor-subjects";

/**
 * Returns the parameters of a ceremony at the host of this place. A passkey is bound to the host at which
 * it was created.
 */
export function ceremonyAt(
  { baseUrl }: StepDeps,
  { place }: Pick<Visit, "place">,
  { challenge }: PasskeyRequest,
): Ceremony {
  const { hostname: rpId, origin } = new URL(place.baseUrl ?? baseUrl);
  return { rpId, origin, challenge };
}

/**
 * Creates and stores the passkey request of this sign-in. Returns null if another step changed the flow meanwhile. Concurrent
 * pages of one browser get the same request while at least half of its time is left.
 */
async function request({ ports }: StepDeps, { place, flow }: Visit): Promise<PasskeyRequest | null> {
  const now = +ports.clock();
  if (flow.passkey !== null && flow.passkey.expiresAt - now > CEREMONY_MS / 2) return flow.passkey;
  const passkey = {
    challenge: newChallenge(),
    userHandle: newChallenge(),
    expiresAt: now + CEREMONY_MS,
  };
  return (await place.flows.save({ ...flow, passkey })) === null ? null : passkey;
}

/**
 * Removes the request from the sign-in before its answer is checked. Returns null if there is no valid
 * request or another step changed the flow meanwhile.
 */
export async function takeRequest(
  { ports }: StepDeps,
  { place, flow }: Visit,
): Promise<{ flow: Flow; asked: PasskeyRequest } | null> {
  const asked = flow.passkey;
  if (asked === null || asked.expiresAt <= +ports.clock()) return null;
  const kept = await place.flows.save({ ...flow, passkey: null });
  return kept && { flow: kept, asked };
}

/** Returns the options for `navigator.credentials` at this step; null if no passkey is requested. */
export async function passkeyOptions(
  deps: StepDeps,
  at: Visit,
): Promise<{ request: object } | { creation: object } | null> {
  const step = await currentStep(deps, at);
  if (!("methods" in step) || !(step.methods as string[]).includes("webauthn")) return null;
  const asked = await request(deps, at);
  if (asked === null) return null;
  if (step.step === "enrol") return creation(deps, at, asked);
  const { challenge, rpId } = ceremonyAt(deps, at, asked);
  if (step.step === "second") {
    const allow = [];
    for (const subject of await askedFor(deps, at, "webauthn"))
      for (const { credentialId, transports, rpId: madeAt } of await factorsHeld(deps, subject))
        if (credentialId !== null && (madeAt ?? new URL(deps.baseUrl).hostname) === rpId)
          allow.push({ credentialId, transports });
    return { request: await passkeyRequest({ rpId, challenge, allow }) };
  }
  return { request: await passkeyRequest({ rpId, challenge }) };
}

async function creation(deps: StepDeps, at: Visit, asked: PasskeyRequest) {
  const { rpId, challenge } = ceremonyAt(deps, at, asked);
  const enrolling = await enrollingOf(deps, at);
  if (enrolling === null) return null;
  const person = await withFactors(deps, enrolling, at.signs, async (holder) => holder.person);
  if (person === null) return null;
  const { email, name, userId } = person;
  return {
    creation: await passkeyCreation({
      rpId,
      rpName: await issuerOf(deps, enrolling),
      challenge,
      userHandle: await handleOf(deps, enrolling, asked),
      userName: email || name || String(userId),
      displayName: name || email || String(userId),
      exclude: (await factorsHeld(deps, enrolling)).flatMap(({ credentialId }) => credentialId ?? []),
    }),
  };
}

/**
 * Returns the user handle: the handle of the user's existing passkeys, else the handle of this request. It must be the same at
 * creation and verification.
 */
export async function handleOf(deps: StepDeps, of: Who, { userHandle }: PasskeyRequest) {
  return (await factorsHeld(deps, of)).some(({ kind }) => kind === "webauthn")
    ? reading(deps, of, (tx) => userHandleOf(tx, of.userId))
    : userHandle;
}

const reading = <T>(
  { stores }: StepDeps,
  { tenantId }: Who,
  work: (tx: FactorReadTx) => Promise<T>,
): Promise<T> => (tenantId === null ? stores.platform.read(work) : stores.tenant(tenantId).read(work));

const factorsHeld = (deps: StepDeps, of: Who) => reading(deps, of, (tx) => factorsOf(tx, of.userId));
