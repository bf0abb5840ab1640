import { provePasskey, registerPasskey } from "../../domain/factors/kinds/passkeys";
import { makeRecoveryCodes } from "../../domain/factors/kinds/recovery-codes";
import { UniqueViolation } from "../../kernel/operation/store";
import { isSame, type Subject } from "./flow";
import { findPasskeyAdministrator, findPasskeyUser, tenantsOfPasskey } from "./passkey-owners";
import { ceremonyAt, handleOf, takeRequest } from "./passkey-requests";
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
import { enrolFactor } from "./factor-subjects";

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
