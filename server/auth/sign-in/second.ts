import { confirmTotp, beginTotp, verifyTotp } from "../../domain/factors/totp";
import { makeRecoveryCodes, useRecoveryCode } from "../../domain/factors/recovery-codes";
import type { Subject } from "./flow";
import { enrolled } from "./enrolment";
import type { Proof } from "./steps";
import { advance, currentStep, page, type Result, type StepDeps, type Visit } from "./visit";

/** Wrong codes while an authenticator app is set up; then it begins anew. */
const ENROL_ATTEMPTS = 10;

/** So that somebody else's use of a code does not go unseen. */
const USED_RECOVERY_CODE = {
  template: "factor_changed",
  data: { change: "removed", kind: "recovery_code" },
} as const;

/** The second factors that are typed: codes of authenticator apps and recovery codes, and setting an app up on the way in. */
export function createTypedFactors(deps: StepDeps) {
  const { ports, holders } = deps;

  /**
   * A code against the factors of everybody whose first factor was proved (at the console there can be several of one
   * address). A wrong one counts as a wrong password does, so that guessing locks the account.
   */
  async function typed(at: Visit, method: "totp" | "recovery_code", code: string): Promise<Result> {
    const step = await currentStep(deps, at);
    if (step.step !== "second" || !step.methods.includes(method)) return page("again");
    // A step of its own: of many guesses at once one is looked at.
    const flow = await at.place.flows.save(at.flow);
    if (flow === null) return page("again");
    const now = ports.clock();
    const subjects: Subject[] = [];
    let fits = false;
    for (const subject of flow.subjects) {
      const factorId = await holders.within(subject, async (holder) => {
        const { tx, person, locked } = holder;
        if (locked) return null;
        if (method === "totp") return verifyTotp(tx, ports.vault, person.userId, code, now);
        const used = await useRecoveryCode(tx, person.userId, code, now);
        if (used !== null) await holder.tell(USED_RECOVERY_CODE);
        return used;
      });
      fits ||= factorId !== null;
      const proofs: Proof[] = factorId === null ? [] : [{ method, at: now.toISOString(), factorId }];
      subjects.push({ ...subject, proofs: [...subject.proofs, ...proofs] });
    }
    if (fits) return advance(deps, { ...at, flow }, { subjects });
    const identifier = flow.identifier ?? "";
    const proved = (await at.place.find(identifier)).filter((candidate) =>
      flow.subjects.some(
        ({ tenantId, userId }) => tenantId === candidate.tenantId && userId === candidate.userId,
      ),
    );
    await deps.failed(at.place, proved, { identifier, method, signs: at.signs });
    return page("code_wrong");
  }

  /** Shows a new seed for an authenticator app to whoever must set a factor up. */
  async function beginEnrol(at: Visit, enrolling: Subject): Promise<Result> {
    const { tenantId, userId } = enrolling;
    const issuer = await holders.issuerOf(enrolling);
    const email = await holders.within(enrolling, async ({ person }) => person.email);
    const { sealed, uri } = beginTotp(ports.vault, email || String(userId), issuer);
    const kept = await at.place.flows.save({
      ...at.flow,
      challenge: { kind: "totp", sealed, uri, for: { tenantId, userId }, attempts: 0 },
    });
    return page(kept === null ? "again" : undefined);
  }

  /** Keeps the app whose first code this is; it proves them at once. */
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
    const made = await holders.enrol({ ...at, flow }, enrolling, async ({ tx, person, added }) => {
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
