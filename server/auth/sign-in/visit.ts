import type { Ports } from "../../kernel/ports";
import type { Stores } from "../../kernel/store";
import type { Admission, Entering } from "./admit";
import type { RequestSigns } from "./demands";
import type { Failed } from "./failures";
import type { Flow, Subject } from "./flow";
import type { FactorSubjects } from "./factor-subjects";
import type { Lockout } from "./lockout";
import type { SendLimit } from "./limits";
import type { Place } from "./places";
import type { PlatformAdmission } from "./platform-admission";
import { asksFor, nextStep, together, type Proof, type Step } from "./steps";

/** One step of a sign-in: where, which, and by which request. */
export interface Visit {
  place: Place;
  flow: Flow;
  signs: RequestSigns;
}

/** What a page says after a step that did not lead on. */
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
  /** Nothing went wrong: an administrator was asked for a new start without the lost factor. */
  | "reset_asked"
  | "again";

/** What comes of a step: the page again, with what went wrong, or an end. */
export type Result =
  | { to: "page"; trouble?: Trouble }
  /** Everything that is demanded was proved, or nothing more can be: the sign-in is to be concluded. */
  | { to: "end"; flow: Flow; refused: "denied" | null };

export const page = (trouble?: Trouble): Result => ({ to: "page", ...(trouble && { trouble }) });

export interface StepDeps {
  baseUrl: string;
  stores: Stores;
  ports: Ports;
  admission: Admission;
  platform: PlatformAdmission;
  factorSubjects: FactorSubjects;
  failed: Failed;
  lockout: Lockout;
  sendLimit: SendLimit;
}

/** This person of the sign-in, as their tenant decides on them; null for the platform's administrator. */
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

type Deciding = Pick<StepDeps, "admission" | "platform">;

/** What is asked of one of them next: their tenant decides, or the platform. */
export function stepOf({ admission, platform }: Deciding, at: Visit, subject: Subject): Promise<Step> {
  const of = entering(at, subject);
  return of === null ? platform.stepFor(subject, at.signs) : admission.stepFor(of);
}

/** What is asked next. */
export async function currentStep(deps: Deciding, at: Visit): Promise<Step> {
  const { flow, place } = at;
  if (flow.subjects.length === 0)
    return nextStep(
      { identifier: flow.identifier, proofs: [] },
      { offered: await place.offered(), demands: null },
    );
  return together((await stepsOf(deps, at)).map(({ step }) => step));
}

/** Returns the step of each person of this sign-in, as their own organization decides on them. */
async function stepsOf(deps: Deciding, at: Visit): Promise<{ subject: Subject; step: Step }[]> {
  const steps = [];
  for (const subject of at.flow.subjects) steps.push({ subject, step: await stepOf(deps, at, subject) });
  return steps;
}

/**
 * Returns the persons of this sign-in whose own step asks for this second factor. No other person is sent anything for it, and a
 * proof counts for no other: at the console somebody else may have an account of the same address and password.
 */
export async function askedFor(deps: Deciding, at: Visit, method: Proof["method"]): Promise<Subject[]> {
  return (await stepsOf(deps, at)).flatMap(({ subject, step }) => (asksFor(step, method) ? [subject] : []));
}

/** Keeps what was proved now, and tells what follows. A step that came between makes this one void. */
export async function advance(deps: Deciding, at: Visit, proved: Partial<Flow>): Promise<Result> {
  const flow = await at.place.flows.save({ ...at.flow, challenge: null, passkey: null, ...proved });
  if (flow === null) return page("again");
  const next = { ...at, flow };
  const steps = await stepsOf(deps, next);
  const step = together(steps.map((each) => each.step));
  if (step.step === "done") return { to: "end", flow, refused: null };
  if (step.step === "refused" && step.why.length > 0) return { to: "end", flow, refused: "denied" };
  // Without a reason it is what they proved that does not count: a lock, a new password. It is forgotten, so that neither the
  // page nor the end of the lock tells that it was right.
  if (step.step === "refused") {
    const forgotten = await at.place.flows.save({ ...flow, subjects: [] });
    return page(forgotten === null ? "again" : "refused");
  }
  for (const each of steps) {
    const of = entering(next, each.subject);
    if (of && each.step.step === "second" && each.step.because === "risk")
      await deps.admission.recordStepUp(of);
  }
  return page();
}
