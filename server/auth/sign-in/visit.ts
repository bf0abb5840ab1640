import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import { type Entering, stepForUser, recordStepUp } from "./admit";
import type { RequestSigns } from "./demands";
import type { Failed, CountWrong } from "./failures";
import type { Flow, Subject, Who } from "./flow";
import type { Lockout } from "./lockout";
import type { SendLimit } from "./limits";
import type { Place } from "./places";
import { stepForAdministrator } from "./platform-admission";
import { asksFor, nextStep, together, type Proof, type Step } from "./steps";
import type { Database } from "../../store/database";
import type { Execute } from "../../kernel/operation/execute";
import type { FederatedProviders } from "./federated-providers";
import type { CountedPasswords } from "./counted-passwords";
import type { Logger } from "pino";

/** One step of a sign-in: its place, its flow and the signs of the request. */
export interface Visit {
  place: Place;
  flow: Flow;
  signs: RequestSigns;
}

/** Message of the page after a step that failed. */
export type Trouble =
  | "refused"
  | "denied"
  /** The device waits for an administrator's approval. */
  | "device"
  | "throttled"
  | "code_wrong"
  | "password_wrong"
  | "code_expired"
  | "wait"
  | "too_many"
  | "passkey"
  | "link"
  | "number"
  | "outside"
  /** No error: the user has asked the administrators to reset the lost factor. */
  | "reset_asked"
  | "again";

/** Result of a step: the page again with a message, or the end of the sign-in. */
export type Result =
  | { to: "page"; trouble?: Trouble }
  /** All demands are met, or a demand can no longer be met. The caller concludes the sign-in. */
  | { to: "end"; flow: Flow; refused: "denied" | null };

export const page = (trouble?: Trouble): Result => ({ to: "page", ...(trouble && { trouble }) });

/** What the steps of a sign-in need of the process. */
export interface StepDeps {
  baseUrl: string;
  database: Database;
  stores: Stores;
  ports: Ports;
  federation: FederatedProviders;
  execute: Execute;
  log: Pick<Logger, "warn">;
  /** Counts wrong answers (failures.ts). */
  count: CountWrong;
  failed: Failed;
  lockout: Lockout;
  sendLimit: SendLimit;
  countedPasswords: CountedPasswords;
}

/** Returns the input for the decision of the user's tenant; null for the platform's administrator. */
export function entering(
  { place, flow, signs }: Visit,
  { tenantId, userId, proofs }: Subject,
): Entering | null {
  if (tenantId === null) return null;
  return {
    subject: { tenantId, userId, proofs },
    appId: place.app?.appId ?? null,
    toConsole: place.app === null,
    strong: place.app?.strong ?? false,
    baseUrl: place.baseUrl,
    signs,
    remember: flow.remember,
    trustDevice: flow.trustDevice,
  };
}

/** Returns the next step of one user, as the tenant or the platform decides. */
export function stepOf(deps: StepDeps, at: Visit, subject: Subject): Promise<Step> {
  const of = entering(at, subject);
  return of === null ? stepForAdministrator(deps, subject, at.signs) : stepForUser(deps, of);
}

/** Returns the next step of the sign-in. */
export async function currentStep(deps: StepDeps, at: Visit): Promise<Step> {
  const { flow, place } = at;
  if (flow.subjects.length === 0)
    return nextStep(
      { identifier: flow.identifier, proofs: [] },
      { offered: await place.offered(), demands: null },
    );
  return together((await stepsOf(deps, at)).map(({ step }) => step));
}

/** Returns the step of each user of this sign-in, as the user's own organization decides. */
async function stepsOf(deps: StepDeps, at: Visit): Promise<{ subject: Subject; step: Step }[]> {
  const steps = [];
  for (const subject of at.flow.subjects) steps.push({ subject, step: await stepOf(deps, at, subject) });
  return steps;
}

/**
 * Returns the users of this sign-in whose own step demands this second factor. No other user receives a message for it, and its
 * proof counts for no other user: at the console, another person may have an account with the same address and password.
 */
export async function askedFor(deps: StepDeps, at: Visit, method: Proof["method"]): Promise<Subject[]> {
  return (await stepsOf(deps, at)).flatMap(({ subject, step }) => (asksFor(step, method) ? [subject] : []));
}

/** Stores the new proofs and returns the result of the step. Returns "again" if another step changed the flow in the meantime. */
export async function advance(deps: StepDeps, at: Visit, proved: Partial<Flow>): Promise<Result> {
  const flow = await at.place.flows.save({ ...at.flow, challenge: null, passkey: null, ...proved });
  if (flow === null) return page("again");
  const next = { ...at, flow };
  const steps = await stepsOf(deps, next);
  const step = together(steps.map((each) => each.step));
  if (step.step === "done") return { to: "end", flow, refused: null };
  if (step.step === "refused" && step.why.length > 0) return { to: "end", flow, refused: "denied" };
  // A refusal without a reason means that the proofs do not count: the user is locked or has a new password. The proofs are
  // dropped, so that neither the page nor the end of the lock reveals that they were right.
  if (step.step === "refused") {
    const forgotten = await at.place.flows.save({ ...flow, subjects: [] });
    return page(forgotten === null ? "again" : "refused");
  }
  for (const each of steps) {
    const of = entering(next, each.subject);
    if (of && each.step.step === "second" && each.step.because === "risk") await recordStepUp(deps, of);
  }
  return page();
}

/** Returns the first user of the sign-in who must set up a factor; null if no user must. */
export async function enrollingOf(deps: StepDeps, at: Visit): Promise<Subject | null> {
  for (const subject of at.flow.subjects)
    if ((await stepOf(deps, at, subject)).step === "enrol") return subject;
  return null;
}

/** Stores the new factor as a proof, and its recovery codes until they are acknowledged. */
export async function enrolled(
  at: Visit,
  { tenantId, userId }: Who,
  proof: Proof,
  codes: string[],
): Promise<Result> {
  const kept = await at.place.flows.save({
    ...at.flow,
    subjects: at.flow.subjects.map((each) =>
      each.tenantId === tenantId && each.userId === userId
        ? { ...each, proofs: [...each.proofs, proof] }
        : each,
    ),
    challenge: { kind: "recovery_codes", codes },
  });
  return page(kept === null ? "again" : undefined);
}
