import { typedSeed } from "../../domain/factors/totp";
import type { RedirectConnector } from "./federated-providers";
import type { EnrolMethod, FirstMethod, SecondMethod, Step } from "./steps";
import { RESEND_SECONDS, type SentMethod } from "./messages";
import type { Visit } from "./visit";

/** Content of a page of the sign-in. It is the same for a user and for an address without a user. */
export interface SignInView {
  step: Step["step"];
  first: FirstMethod[];
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
  const first = step.step === "identify" || step.step === "first" ? step.methods : [];
  const wasSent = challenge?.kind === "code" || challenge?.kind === "link" ? challenge : null;
  return {
    step: challenge?.kind === "recovery_codes" ? "enrol" : step.step,
    first,
    second: step.step === "second" ? step.methods : [],
    passkeysAt: step.step === "second" ? (step.passkeysAt ?? []) : [],
    enrol: step.step === "enrol" ? step.methods : [],
    risky: step.step === "second" && step.because === "risk",
    skippable: (step.step === "second" || step.step === "enrol") && (step.skippable ?? false),
    mayTrust: subjects.some(({ tenantId }) => tenantId !== null),
    identifier,
    proved: subjects.length > 0,
    sent: wasSent && {
      method: wasSent.kind === "link" ? "MagicLink" : wasSent.method,
      number: wasSent.kind === "link" ? wasSent.number : null,
      resendInSeconds: Math.max(0, Math.ceil((wasSent.sentAt - +now) / 1_000) + RESEND_SECONDS),
      expired: wasSent.expiresAt <= +now,
    },
    app:
      step.step === "enrol" && challenge?.kind === "totp"
        ? { uri: challenge.uri, seed: typedSeed(challenge.uri) }
        : null,
    recoveryCodes: challenge?.kind === "recovery_codes" ? challenge.codes : null,
    redirects: place.app === null ? [] : redirects.filter(({ kind }) => first.includes(kind)),
  };
}
