import { typedSeed } from "../../domain/factors/totp";
import type { RedirectConnector } from "./federated-providers";
import type { Challenge } from "./flow";
import type { EnrolMethod, FirstMethod, SecondMethod, Step } from "./steps";
import { RESEND_SECONDS } from "./messages";
import type { SentMethod } from "./sent-messages";
import type { Visit } from "./visit";

/** What a page of the sign-in shows; the same for a person and for an address that names nobody. */
export interface SignInView {
  step: Step["step"];
  first: FirstMethod[];
  second: SecondMethod[];
  /** Where their passkeys were made, when none of them can be used here. */
  passkeysAt: string[];
  enrol: EnrolMethod[];
  /** A second factor is asked for because the sign-in looks risky. */
  risky: boolean;
  /** Whoever needs no more can go on without those who do. */
  skippable: boolean;
  /** Whether this device can be trusted from then on; with the platform none is. */
  mayTrust: boolean;
  /** What was typed. */
  identifier: string | null;
  /** Somebody has proved who they are; what identifies them may be shown from then on. */
  proved: boolean;
  /** What was sent and is to be answered. */
  sent: { method: SentMethod; number: string | null; resendInSeconds: number; expired: boolean } | null;
  /** An authenticator app that is being set up. */
  app: { uri: string; seed: string } | null;
  /** New recovery codes, to be kept now. */
  recoveryCodes: string[] | null;
  redirects: RedirectConnector[];
}

/** What is shown of a sign-in that stands at this step. */
export function viewOf(
  { flow, place }: Visit,
  step: Step,
  { now, redirects }: { now: Date; redirects: RedirectConnector[] },
): SignInView {
  const { challenge, subjects, identifier } = flow;
  const asked = askedAt(step);
  return {
    ...asked,
    step: challenge?.kind === "recovery_codes" ? "enrol" : step.step,
    mayTrust: subjects.some(({ tenantId }) => tenantId !== null),
    identifier,
    proved: subjects.length > 0,
    sent: sentOf(challenge, now),
    app:
      step.step === "enrol" && challenge?.kind === "totp"
        ? { uri: challenge.uri, seed: typedSeed(challenge.uri) }
        : null,
    recoveryCodes: challenge?.kind === "recovery_codes" ? challenge.codes : null,
    redirects: place.app === null ? [] : redirects.filter(({ kind }) => asked.first.includes(kind)),
  };
}

/** Returns what this step asks for. */
function askedAt(
  step: Step,
): Pick<SignInView, "first" | "second" | "passkeysAt" | "enrol" | "risky" | "skippable"> {
  const none = { first: [], second: [], passkeysAt: [], enrol: [], risky: false, skippable: false };
  switch (step.step) {
    case "identify":
    case "first":
      return { ...none, first: step.methods };
    case "second": {
      const { methods, passkeysAt = [], because, skippable = false } = step;
      return { ...none, second: methods, passkeysAt, risky: because === "risk", skippable };
    }
    case "enrol":
      return { ...none, enrol: step.methods, skippable: step.skippable ?? false };
    case "done":
    case "refused":
      return none;
  }
}

/** Returns what is shown of a code or link that was sent; null if none was. */
function sentOf(challenge: Challenge | null, now: Date): SignInView["sent"] {
  if (challenge?.kind !== "code" && challenge?.kind !== "link") return null;
  return {
    method: challenge.kind === "link" ? "MagicLink" : challenge.method,
    number: challenge.kind === "link" ? challenge.number : null,
    resendInSeconds: Math.max(0, Math.ceil((challenge.sentAt - +now) / 1_000) + RESEND_SECONDS),
    expired: challenge.expiresAt <= +now,
  };
}
