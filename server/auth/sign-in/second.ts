import { factorModules } from "../../domain/factors/factors";
import { confirmTotp, beginTotp } from "../../domain/factors/kinds/totp";
import { makeRecoveryCodes } from "../../domain/factors/kinds/recovery-codes";
import { factorKinds, type TypedFactorKind } from "../../domain/sign-in-methods/factor-kinds.schema";
import { isSame, type Flow, type Subject } from "./flow";
import { provePasswordAgain } from "./password";
import type { Proof } from "./steps";
import {
  advance,
  askedFor,
  page,
  type Result,
  type StepDeps,
  type Trouble,
  type Visit,
  enrolled,
  currentStep,
  stepOf,
} from "./visit";
import { MFA_RESET_REASON_MAX } from "../../domain/mfa-resets/mfa-resets.schema";
import { requestMfaReset } from "../../domain/mfa-resets/request";
import { personActor } from "../sessions/actors";
import { tellOtherAdministrators } from "./platform-admission";
import { withFactors, enrolFactor, issuerOf } from "./factor-subjects";

/** Maximum number of wrong codes during the setup of an authenticator app. After that, the setup begins again. */
const ENROL_ATTEMPTS = 10;

/**
 * Checks an answer against each account of the sign-in whose step demands this method. At the console, several accounts can
 * share one address. Each account counts its own wrong answers: an answer that fits one account is still wrong for the others,
 * so that guessing locks them. `handleWrong` gets the accounts for which it was wrong, and returns the message of the page.
 */
async function proveSecond(
  deps: StepDeps,
  at: Visit,
  method: Proof["method"],
  proofOf: (subject: Subject) => Promise<Proof | null>,
  handleWrong: (flow: Flow, wrong: Subject[]) => Promise<Trouble>,
): Promise<Result> {
  const asked = await askedFor(deps, at, method);
  if (asked.length === 0) return page("again");
  // Saved first, so that only one of several concurrent guesses is checked.
  const flow = await at.place.flows.save(at.flow);
  if (flow === null) return page("again");
  const subjects: Subject[] = [];
  const wrong: Subject[] = [];
  for (const subject of flow.subjects) {
    const isAsked = asked.some((each) => isSame(each, subject));
    const proof = isAsked ? await proofOf(subject) : null;
    subjects.push({ ...subject, proofs: [...subject.proofs, ...(proof === null ? [] : [proof])] });
    if (isAsked && proof === null) wrong.push(subject);
  }
  const trouble = await handleWrong(flow, wrong);
  return wrong.length < asked.length ? advance(deps, { ...at, flow }, { subjects }) : page(trouble);
}

export const proveCode = (deps: StepDeps, at: Visit, kind: TypedFactorKind, given: string): Promise<Result> =>
  proveSecond(
    deps,
    at,
    factorKinds[kind].method,
    (subject) => codeProof(deps, at, subject, kind, given),
    // Wrong codes were counted during their check.
    () => Promise.resolve("code_wrong"),
  );

export const provePassword = (deps: StepDeps, at: Visit, given: string): Promise<Result> =>
  proveSecond(
    deps,
    at,
    "password",
    (subject) => passwordProof(deps, at, subject, given),
    async ({ identifier }, wrong) => {
      const answer = { identifier: identifier ?? "", method: "password" as const, signs: at.signs };
      await deps.failed(at.place, wrong, answer);
      return "password_wrong";
    },
  );

const codeProof = (
  deps: StepDeps,
  { place, signs }: Visit,
  subject: Subject,
  kind: TypedFactorKind,
  code: string,
) =>
  withFactors(deps, subject, signs, async ({ tx, person: { userId }, ...holder }): Promise<Proof | null> => {
    if (holder.locked) return null;
    const now = deps.ports.clock();
    const { method, usedUp } = factorKinds[kind];
    const factorId = await factorModules[kind].verifyCode(tx, { vault: deps.ports.vault, userId, code }, now);
    if (factorId === null) {
      await holder.wrong({ place, method });
      return null;
    }
    // Makes the use by an attacker visible.
    if (usedUp !== null)
      await holder.notify({ template: "factor_changed", data: { change: "removed", kind: method } });
    return { method, at: now.toISOString(), factorId };
  });

/** Hashes the password outside of the transaction. Admission checks the lock and the password again. */
async function passwordProof(
  deps: StepDeps,
  { signs }: Visit,
  subject: Subject,
  given: string,
): Promise<Proof | null> {
  const held = await withFactors(deps, subject, signs, async ({ passwordHash, person, locked }) =>
    locked ? null : { passwordHash, email: person.email },
  );
  return held && provePasswordAgain(deps, held, given, signs);
}

/** Shows a new seed for an authenticator app to a user who must set up a factor. */
export async function beginTotpEnrolment(deps: StepDeps, at: Visit, enrolling: Subject): Promise<Result> {
  const { tenantId, userId } = enrolling;
  const issuer = await issuerOf(deps, enrolling);
  const email = await withFactors(deps, enrolling, at.signs, async ({ person }) => person.email);
  const { sealed, uri } = beginTotp(deps.ports.vault, email || String(userId), issuer);
  const kept = await at.place.flows.save({
    ...at.flow,
    challenge: { kind: "totp", sealed, uri, for: { tenantId, userId }, attempts: 0 },
  });
  return page(kept === null ? "again" : undefined);
}

/** Stores the authenticator app that generated this first code. The app is a proof at once. */
export async function confirmTotpEnrolment(
  deps: StepDeps,
  at: Visit,
  enrolling: Subject,
  code: string,
  label: string,
): Promise<Result> {
  const { challenge } = at.flow;
  const theirs =
    challenge?.kind === "totp" &&
    challenge.for.userId === enrolling.userId &&
    challenge.for.tenantId === enrolling.tenantId;
  if (!theirs) return page("again");
  if (challenge.attempts >= ENROL_ATTEMPTS) return beginTotpEnrolment(deps, at, enrolling);
  const flow = await at.place.flows.save({
    ...at.flow,
    challenge: { ...challenge, attempts: challenge.attempts + 1 },
  });
  if (flow === null) return page("again");
  const now = deps.ports.clock();
  const made = await enrolFactor(deps, { ...at, flow }, enrolling, async ({ tx, person, added }) => {
    const { userId } = person;
    const given = {
      userId,
      sealed: challenge.sealed,
      code,
      label: label.trim().slice(0, 100) || null,
    };
    const factorId = await confirmTotp(tx, deps.ports.vault, given, now);
    if (factorId === null) return "wrong";
    await added({ kind: "totp", label: given.label }, at);
    return { factorId, codes: await makeRecoveryCodes(tx, userId, now) };
  });
  if (made === "wrong") return page("code_wrong");
  if (made === null) return page("again");
  const proof: Proof = { method: "totp", at: now.toISOString(), factorId: made.factorId };
  return enrolled({ ...at, flow }, enrolling, proof, made.codes);
}

/** Requests a reset of the second factor from the administrators. Does not sign the user in. */
export async function askForReset(deps: StepDeps, at: Visit, typed: string): Promise<Result> {
  const step = await currentStep(deps, at);
  if (step.step !== "second") return page();
  const reason = typed.trim().slice(0, MFA_RESET_REASON_MAX);
  for (const subject of at.flow.subjects) {
    const { tenantId, userId } = subject;
    if ((await stepOf(deps, at, subject)).step !== "second") continue;
    if (tenantId === null) {
      // Limited, because each request sends a mail to all other administrators.
      const url = `${deps.baseUrl}/platform/administrators`;
      if (await deps.sendLimit(null, `${userId}/lost`, at.signs))
        await tellOtherAdministrators(deps, userId, { url, reason }, at.signs);
      continue;
    }
    const person = await deps.stores.tenant(tenantId).read((tx) => tx.users.get(userId));
    if (!person) continue;
    const of = { userId, email: person.email, name: person.name };
    const actor = personActor({ tenantId, person: of, sessionId: null, facts: at.signs });
    await deps.execute(actor, requestMfaReset, { reason });
  }
  return page("reset_asked");
}
