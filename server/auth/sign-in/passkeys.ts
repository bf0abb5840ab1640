import {
  provePasskey,
  registerPasskey,
  newChallenge,
  passkeyCreation,
  passkeyRequest,
  userHandleOf,
  type Ceremony,
} from "../../domain/factors/kinds/passkeys";
import { makeRecoveryCodes } from "../../domain/factors/kinds/recovery-codes";
import { UniqueViolation } from "../../kernel/operation/store";
import { isSame, type Subject, type Flow, type PasskeyRequest, type Who } from "./flow";
import { findPasskeyAdministrator, findPasskeyUser, tenantsOfPasskey } from "./passkey-owners";
import type { Proof } from "./steps";
import {
  advance,
  askedFor,
  currentStep,
  page,
  type Result,
  type StepDeps,
  type Visit,
  enrolled,
  enrollingOf,
} from "./visit";
import { enrolFactor, withFactors, issuerOf } from "./factor-subjects";
import { CEREMONY_MS } from "../../domain/factors/kinds/passkey-ceremony";
import type { FactorReadTx } from "../../domain/factors/factor-store";
import { factorsOf } from "../../domain/factors/factors";

/** Checks the answer of a passkey, as first or as second factor. */
export async function answerPasskey(deps: StepDeps, at: Visit, response: unknown): Promise<Result> {
  const { failed, ports } = deps;
  const step = await currentStep(deps, at);
  const first = step.step === "identify" || step.step === "first";
  if (!(first || step.step === "second") || !(step.methods as string[]).includes("webauthn"))
    return page("again");
  const asked = await askedFor(deps, at, "webauthn");
  const now = ports.clock();
  const taken = await takeRequest(deps, at);
  if (taken === null) return page("passkey");
  const { flow } = taken;
  const expected = ceremonyAt(deps, at, taken.asked);
  const next = { ...at, flow };
  const tenants = first ? await tenantsOfPasskey(deps, at, response) : asked.map(({ tenantId }) => tenantId);
  const failure = { method: "webauthn" as const, signs: at.signs };
  for (const tenantId of new Set(tenants)) {
    const answer = { ...expected, response };
    const found =
      tenantId === null
        ? await findPasskeyAdministrator(deps, answer, { now, signs: at.signs })
        : await findPasskeyUser(deps, tenantId, answer, { toConsole: at.place.app === null, now });
    if (found === null) continue;
    const proof: Proof = {
      method: "webauthn",
      at: now.toISOString(),
      factorId: found.factorId,
      ...(found.verified && { verified: true }),
    };
    // A passkey as the only factor must verify its user. Possession of the authenticator alone does not prove the identity.
    if (first && !found.verified) {
      await failed(at.place, [{ tenantId, userId: found.userId }], { ...failure, identifier: "" });
      return page("passkey");
    }
    if (first) {
      const subjects = [{ tenantId, userId: found.userId, proofs: [proof] }];
      return advance(deps, next, { subjects, identifier: found.email });
    }
    const isTheirs = (each: Subject) => isSame(each, { tenantId, userId: found.userId });
    if (!asked.some(isTheirs)) continue;
    return advance(deps, next, {
      subjects: flow.subjects.map((each) =>
        isTheirs(each) ? { ...each, proofs: [...each.proofs, proof] } : each,
      ),
    });
  }
  if (!first) await failed(at.place, asked, { ...failure, identifier: "" });
  return page("passkey");
}

/**
 * Sets up a passkey for a user who must set up a second factor. The new passkey counts as a proof at once.
 */
export async function enrolPasskey(
  deps: StepDeps,
  at: Visit,
  response: unknown,
  label: string,
): Promise<Result> {
  const step = await currentStep(deps, at);
  const enrolling = await enrollingOf(deps, at);
  if (step.step !== "enrol" || !step.methods.includes("webauthn") || !enrolling) return page("again");
  const taken = await takeRequest(deps, at);
  if (taken === null) return page("passkey");
  const { flow, asked } = taken;
  const passkey = await provePasskey(response, ceremonyAt(deps, at, asked));
  if (passkey === null) return page("passkey");
  const userHandle = await handleOf(deps, enrolling, asked);
  const now = deps.ports.clock();
  try {
    const made = await enrolFactor(
      deps,
      { ...at, flow },
      enrolling,
      async ({ tx, person: { userId }, added }) => {
        const named = label.trim() || null;
        const factorId = await registerPasskey(tx, { userId, userHandle, passkey, label: named }, now);
        await added({ kind: "webauthn", label: named }, at);
        return { factorId, codes: await makeRecoveryCodes(tx, userId, now) };
      },
    );
    if (made === null) return page("again");
    const proof: Proof = { method: "webauthn", at: now.toISOString(), factorId: made.factorId };
    return await enrolled({ ...at, flow }, enrolling, proof, made.codes);
  } catch (error) {
    if (error instanceof UniqueViolation) return page("passkey");
    throw error;
  }
}

/**
 * Returns the parameters of a ceremony at the host of this place. A passkey is bound to the host at which
 * it was created.
 */
function ceremonyAt(
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
async function takeRequest(
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
async function handleOf(deps: StepDeps, of: Who, { userHandle }: PasskeyRequest) {
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
