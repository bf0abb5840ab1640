import { typedSeed } from "../../domain/factors/kinds/totp";
import type { RedirectConnector } from "./federated-providers";
import type { Challenge } from "./flow";
import type { EnrolMethod } from "../../domain/sign-in-methods/factor-kinds.schema";
import type { SignInMethod } from "../../domain/sign-in-methods/sign-in-methods.schema";
import type { SecondMethod, Step } from "./steps";
import { RESEND_SECONDS } from "./messages";
import type { SentMethod } from "./sent-messages";
import type { Visit } from "./visit";

/** Content of a page of the sign-in. It is the same for a user and for an address without a user. */
export interface SignInView {
  step: Step["step"];
  first: SignInMethod[];
  second: SecondMethod[];
  /** Hosts at which the user's passkeys were created, if none of them can be used here. */
  passkeysAt: string[];
  enrol: EnrolMethod[];
  /** True if a second factor is demanded because the sign-in looks risky. */
  risky: boolean;
  /** True if the users who need no further step can continue without the others. */
  skippable: boolean;
  /** True if this device can be trusted after this sign-in. The platform's administrator cannot trust a device. */
  mayTrust: boolean;
  /** The identifier as typed. */
  identifier: string | null;
  /** True if a user has proved a first factor. Only then may the page show data that identifies the user. */
  proved: boolean;
  /** The message that was sent and awaits an answer. */
  sent: { method: SentMethod; number: string | null; resendInSeconds: number; expired: boolean } | null;
  /** The authenticator app that is being set up. */
  app: { uri: string; seed: string } | null;
  /** New recovery codes. They are shown once. */
  recoveryCodes: string[] | null;
  redirects: RedirectConnector[];
}

/** Returns the content of the page for a sign-in at this step. */
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

/** Returns the input that this step requires. */
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

/** Returns the data to show about a code or link that was sent; null if none was. */
function sentOf(challenge: Challenge | null, now: Date): SignInView["sent"] {
  if (challenge?.kind !== "code" && challenge?.kind !== "link") return null;
  return {
    method: challenge.kind === "link" ? "MagicLink" : challenge.method,
    number: challenge.kind === "link" ? challenge.number : null,
    resendInSeconds: Math.max(0, Math.ceil((challenge.sentAt - +now) / 1_000) + RESEND_SECONDS),
    expired: challenge.expiresAt <= +now,
  };
}
