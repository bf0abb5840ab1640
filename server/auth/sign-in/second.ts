import { confirmTotp, beginTotp, verifyTotp } from "../../domain/factors/totp";
import { makeRecoveryCodes, useRecoveryCode } from "../../domain/factors/recovery-codes";
import { isSame, type Subject } from "./flow";
import type { FactorSubject } from "./factor-subjects";
import type { PasswordProof } from "./password";
import { enrolled } from "./enrolment";
import type { Proof } from "./steps";
import { advance, askedFor, page, type Result, type StepDeps, type Visit } from "./visit";

/** Maximum number of wrong codes during the setup of an authenticator app. After that, the setup begins again. */
const ENROL_ATTEMPTS = 10;

/** Notice to the user about a used recovery code, so that use by an attacker becomes visible. */
const USED_RECOVERY_CODE = {
  template: "factor_changed",
  data: { change: "removed", kind: "recovery_code" },
} as const;

type TypedMethod = "totp" | "recovery_code" | "password";

/**
 * Creates the steps of typed second factors: codes of authenticator apps, recovery codes and the password. Also sets up an
 * authenticator app during the sign-in.
 */
export function createTypedFactors(deps: StepDeps & { passwords: PasswordProof }) {
  const { ports, factorSubjects } = deps;

  /**
   * Checks a code or the password against the factors of each account of the sign-in whose step demands it. At the console,
   * several accounts can share one address. Each account counts its own wrong answers: an answer that fits one account is still
   * wrong for the others, so that guessing locks them.
   */
  async function typed(at: Visit, method: TypedMethod, given: string): Promise<Result> {
    const asked = await askedFor(deps, at, method);
    if (asked.length === 0) return page("again");
    // Saved first, so that only one of several concurrent guesses is checked.
    const flow = await at.place.flows.save(at.flow);
    if (flow === null) return page("again");
    const subjects: Subject[] = [];
    const wrong: Subject[] = [];
    for (const subject of flow.subjects) {
      const isAsked = asked.some((each) => isSame(each, subject));
      const proof = isAsked ? await proofBy(at, subject, method, given) : null;
      subjects.push({ ...subject, proofs: [...subject.proofs, ...(proof === null ? [] : [proof])] });
      if (isAsked && proof === null) wrong.push(subject);
    }
    // Wrong codes were counted during their check.
    if (method === "password")
      await deps.failed(at.place, wrong, { identifier: flow.identifier ?? "", method, signs: at.signs });
    if (wrong.length < asked.length) return advance(deps, { ...at, flow }, { subjects });
    return page(method === "password" ? "password_wrong" : "code_wrong");
  }

  const proofBy = (at: Visit, subject: Subject, method: TypedMethod, given: string): Promise<Proof | null> =>
    method === "password" ? password(at, subject, given) : code(at, subject, method, given);

  const code = (
    { place, signs }: Visit,
    subject: Subject,
    method: "totp" | "recovery_code",
    given: string,
  ): Promise<Proof | null> =>
    factorSubjects.within(subject, signs, async (holder) => {
      if (holder.locked) return null;
      const now = ports.clock();
      const factorId = await fitting(holder, method, given, now);
      if (factorId === null) await holder.wrong({ place, method });
      return factorId === null ? null : { method, at: now.toISOString(), factorId };
    });

  async function fitting(holder: FactorSubject, method: "totp" | "recovery_code", given: string, now: Date) {
    const { tx, person } = holder;
    if (method === "totp") return verifyTotp(tx, ports.vault, person.userId, given, now);
    const used = await useRecoveryCode(tx, person.userId, given, now);
    if (used !== null) await holder.notify(USED_RECOVERY_CODE);
    return used;
  }

  /** Hashes the password outside of the transaction. Admission checks the lock and the password again. */
  async function password({ signs }: Visit, subject: Subject, given: string): Promise<Proof | null> {
    const held = await factorSubjects.within(subject, signs, async ({ passwordHash, person, locked }) =>
      locked ? null : { passwordHash, email: person.email },
    );
    return held && deps.passwords.asSecond(held, given, signs);
  }

  /** Shows a new seed for an authenticator app to a user who must set up a factor. */
  async function beginEnrol(at: Visit, enrolling: Subject): Promise<Result> {
    const { tenantId, userId } = enrolling;
    const issuer = await factorSubjects.issuerOf(enrolling);
    const email = await factorSubjects.within(enrolling, at.signs, async ({ person }) => person.email);
    const { sealed, uri } = beginTotp(ports.vault, email || String(userId), issuer);
    const kept = await at.place.flows.save({
      ...at.flow,
      challenge: { kind: "totp", sealed, uri, for: { tenantId, userId }, attempts: 0 },
    });
    return page(kept === null ? "again" : undefined);
  }

  /** Stores the authenticator app that generated this first code. The app is a proof at once. */
  async function confirmEnrol(at: Visit, enrolling: Subject, code: string, label: string): Promise<Result> {
    const { challenge } = at.flow;
    const theirs =
      challenge?.kind === "totp" &&
      challenge.for.userId === enrolling.userId &&
      challenge.for.tenantId === enrolling.tenantId;
    if (!theirs) return page("again");
    if (challenge.attempts >= ENROL_ATTEMPTS) return beginEnrol(at, enrolling);
    const flow = await at.place.flows.save({
      ...at.flow,
      challenge: { ...challenge, attempts: challenge.attempts + 1 },
    });
    if (flow === null) return page("again");
    const now = ports.clock();
    const made = await factorSubjects.enrol({ ...at, flow }, enrolling, async ({ tx, person, added }) => {
      const { userId } = person;
      const given = {
        userId,
        sealed: challenge.sealed,
        code,
        label: label.trim().slice(0, 100) || null,
      };
      const factorId = await confirmTotp(tx, ports.vault, given, now);
      if (factorId === null) return "wrong";
      await added({ kind: "totp", label: given.label }, at);
      return { factorId, codes: await makeRecoveryCodes(tx, userId, now) };
    });
    if (made === "wrong") return page("code_wrong");
    if (made === null) return page("again");
    const proof: Proof = { method: "totp", at: now.toISOString(), factorId: made.factorId };
    return enrolled({ ...at, flow }, enrolling, proof, made.codes);
  }

  return { typed, beginEnrol, confirmEnrol };
}
