import type { ProofRecord } from "@/db/tenant/sign-in-flows";
import {
  basesOf,
  isFactorMethod,
  proofFacts,
  replacesFactor,
  type EnrolMethod,
  type FactorMethod,
  type ProofBasis,
  type ProofMethod,
} from "../../domain/sign-in-methods/factor-kinds.schema";
import type { SentFirstMethod, SignInMethod } from "../../domain/sign-in-methods/sign-in-methods.schema";
import type { RiskTier } from "../../domain/risk/tiers.schema";
import { type CodedText, defineTexts } from "../../kernel/texts/define";

export const signInTexts = defineTexts("sign_in", {
  no_second_factor: "The sign-in looks very risky, and there is no second factor to ask for.",
});

/*
 * The sign-in as one state machine: identify → first factor → access decision → second factor → risk step-up → session. The next
 * step follows from the proofs and from the demands of the app, the user and the organization. This module is pure: it neither
 * reads nor writes the store.
 */

/** Methods of a second factor. */
export type SecondMethod = FactorMethod | "password";
export type Proof = ProofRecord & { method: ProofMethod };

export type Step =
  /** The identifier is required. */
  | { step: "identify"; methods: SignInMethod[] }
  /** The first factor is required. */
  | { step: "first"; methods: SignInMethod[] }
  /**
   * A second factor is required. `because` is "factor" if one is enrolled or demanded, and "risk" if the
   * sign-in looks risky.
   */
  | {
      step: "second";
      methods: SecondMethod[];
      because: "factor" | "risk";
      skippable?: boolean;
      passkeysAt?: string[];
    }
  /** The setup of a second factor is required, because one is demanded and the user has none. */
  | { step: "enrol"; methods: EnrolMethod[]; skippable?: boolean }
  | { step: "done" }
  | { step: "refused"; why: CodedText[] };

/** Demands on a user who has proved a first factor. */
export interface Demands {
  /** Reasons of the rules that refuse the user. */
  refusals: CodedText[];
  /** True if neither rules nor risk can refuse the user. Demands on factors still apply. */
  exempt: boolean;
  /** True if the policy of one of the user's tags demands two factors. */
  requireMfa: boolean;
  /** Enrolled second factors that the user may use now. */
  factors: SecondMethod[];
  /** True if the user has a password. It is the second factor if the first proof was a method that is usually the second factor. */
  hasPassword: boolean;
  /** True if the user has a second factor whose code cannot be delivered now. The factor is demanded nevertheless. */
  unreachable: boolean;
  /** True if the user holds another factor that only a first step can request, e.g. an account at an identity provider. */
  otherWays: boolean;
  /** Hosts at which the user's other passkeys were created. These cannot be used here, but count as enrolled. */
  passkeysElsewhere: string[];
  /** Channels through which a code can reach the user. */
  channels: ("email" | "sms")[];
  tier: RiskTier | null;
  /** True if the user has trusted this device and the trust has not expired. */
  trustedDevice: boolean;
  /** Factors that the user may set up. */
  mayEnrol: EnrolMethod[];
}

export interface State {
  identifier: string | null;
  proofs: Proof[];
}

export interface Context {
  /** Methods that the app offers. They must not depend on the user. */
  offered: SignInMethod[];
  /** Null until a user has proved a first factor. */
  demands: Demands | null;
}

/** Returns true if the method is a first factor that sends a code or a link. It needs the identifier first. */
export const isSentFirst = (method: ProofMethod): method is SentFirstMethod =>
  proofFacts(method).sentBy !== null && !isFactorMethod(method);

const basisOf = (method: ProofMethod): ProofBasis => proofFacts(method).restsOn;

/** Returns the channel of the message that this proof answers; null if the method sends none. */
export const sentBy = ({ method }: Proof) => proofFacts(method).sentBy;

/** Returns true if the proof answers a message to this address or number. Ignores letter case. */
export const isSentTo = ({ address }: Proof, other: string | null | undefined) =>
  address !== undefined && address.toLowerCase() === other?.toLowerCase();

/** Returns true if a proof answers a mail to this address. */
export const provesMailbox = (proofs: readonly Proof[], email: string | null) =>
  proofs.some((proof) => sentBy(proof) === "email" && isSentTo(proof, email));

/** Returns the number of factors in these proofs. A passkey whose authenticator verified the person counts as two. */
export const factorsIn = (proofs: readonly Proof[]): number =>
  Math.max(basesOf(proofs.map(({ method }) => method)).size, proofs.some(({ verified }) => verified) ? 2 : 0);

/** Returns the next step of one user, or of a visitor who has proved nothing yet. */
export function nextStep({ identifier, proofs }: State, { offered, demands }: Context): Step {
  if (proofs.length === 0 || demands === null) {
    const asksWho = identifier === null && offered.some(isSentFirst);
    return { step: asksWho ? "identify" : "first", methods: offered };
  }
  if (demands.refusals.length > 0 && !demands.exempt) return { step: "refused", why: demands.refusals };
  const [first, ...further] = proofs as [Proof, ...Proof[]];
  const counted = [first, ...further.filter((proof) => isOwnSecond(proof, first, demands))];
  return factorsIn(counted) >= 2 ? { step: "done" } : beside(counted, demands);
}

/** Returns true if this further proof is of a factor that the user holds, or of a channel that is demanded beside the first proof. */
function isOwnSecond({ method, factorId }: Proof, first: Proof, demands: Demands): boolean {
  if (method === "password") return demands.hasPassword;
  // The proof may have used up the last recovery code, so the factors may contain no recovery code any more. `demands.ts`
  // checks that the stored factor belongs to the user.
  if (replacesFactor(method) && factorId !== undefined) return true;
  const own: readonly ProofMethod[] = demands.factors;
  return own.includes(method) || asksFor(beside([first], demands), method);
}

const isRisky = (tier: Demands["tier"]) => tier === "high" || tier === "critical";

/** Returns true if this step demands this second factor. */
export const asksFor = (step: Step, method: ProofMethod): boolean =>
  step.step === "second" && (step.methods as readonly ProofMethod[]).includes(method);

/** Returns true if these proofs suffice only because the device is trusted. */
export const needsTrust = (proofs: Proof[], demands: Demands): boolean =>
  demands.trustedDevice &&
  nextStep(
    { identifier: null, proofs },
    { offered: [], demands: { ...demands, trustedDevice: false, refusals: [] } },
  ).step !== "done";

/**
 * Returns the step after one proved factor. A proof of a second factor alone never opens the account while the user holds another
 * factor. Only a user who holds no factor beside the proved one may set up a new one.
 */
function beside(proofs: readonly Proof[], demands: Demands): Step {
  const { factors, passkeysElsewhere, tier } = demands;
  const proved = basesOf(proofs.map(({ method }) => method));
  const provedSecond =
    factors.some((method) => proved.has(basisOf(method))) ||
    (proved.has("passkey") && passkeysElsewhere.length > 0);
  // The trust in a device replaces the second factor. If the proof already is the second factor, the trust
  // adds nothing.
  const trusted = demands.trustedDevice && !isRisky(tier) && !provedSecond;
  const enrolled = enrolledStep(proved, demands);
  if (enrolled !== null) return trusted ? { step: "done" } : enrolled;
  return unenrolledStep(proved, demands, { provedSecond, trusted });
}

/** Returns the methods whose factor was not proved yet. */
const another = <M extends SecondMethod>(proved: ReadonlySet<ProofBasis>, methods: readonly M[]) =>
  methods.filter((method) => !proved.has(basisOf(method)));

const becauseOf = ({ requireMfa, tier }: Demands) => (isRisky(tier) && !requireMfa ? "risk" : "factor");

/** Returns the step that demands an enrolled second factor other than the proved ones; null if there is none. */
function enrolledStep(proved: ReadonlySet<ProofBasis>, demands: Demands): Step | null {
  const { factors, passkeysElsewhere, unreachable } = demands;
  const methods = another(proved, factors);
  // A recovery code replaces another factor. It is never demanded on its own.
  const usable = methods.some((method) => !replacesFactor(method));
  // A passkey of another host is demanded as well. Otherwise, a person with only the password could skip it
  // by signing in at another host.
  const passkeysAt = proved.has("passkey") || methods.includes("webauthn") ? [] : passkeysElsewhere;
  if (!usable && passkeysAt.length === 0 && !unreachable) return null;
  return {
    step: "second",
    methods,
    because: becauseOf(demands),
    ...(passkeysAt.length > 0 && { passkeysAt }),
  };
}

/** Returns the step of a user who has no enrolled second factor other than the proved ones. */
function unenrolledStep(
  proved: ReadonlySet<ProofBasis>,
  demands: Demands,
  { provedSecond, trusted }: { provedSecond: boolean; trusted: boolean },
): Step {
  const { exempt, requireMfa, channels, tier, mayEnrol } = demands;
  const password = another<SecondMethod>(proved, demands.hasPassword ? ["password"] : []);
  const reached = another(proved, channels);
  // The channels of a user without a password are ways to sign in, so that one of them does not vouch for all.
  const signsInByMessage = provedSecond || proved.has("mailbox") || proved.has("phone");
  const others = password.length > 0 || !signsInByMessage ? password : reached;
  const holdsMore = others.length > 0 || demands.otherWays;
  if (provedSecond && holdsMore) return { step: "second", methods: others, because: becauseOf(demands) };
  if (isRisky(tier) && reached.length > 0) return { step: "second", methods: reached, because: "risk" };
  if (tier === "critical" && !exempt)
    return {
      step: "refused",
      why: [signInTexts.no_second_factor()],
    };
  if (!requireMfa || trusted) return { step: "done" };
  return holdsMore
    ? { step: "second", methods: others, because: "factor" }
    : { step: "enrol", methods: another(proved, mayEnrol) };
}

/**
 * Returns one step for several users with the same address and password (the console). Users who need no further step wait for
 * the others, but the step can be skipped.
 */
export function together(steps: readonly Step[]): Step {
  const done = steps.some(({ step }) => step === "done");
  const seconds = steps.filter((each) => each.step === "second");
  const [second] = seconds;
  if (second) {
    const methods = [...new Set(seconds.flatMap((each) => each.methods))];
    const { passkeysAt: _one, ...shared } = second;
    const passkeysAt = [...new Set(seconds.flatMap((each) => each.passkeysAt ?? []))];
    return {
      ...shared,
      methods,
      ...(done && { skippable: true }),
      ...(!methods.includes("webauthn") && passkeysAt.length > 0 && { passkeysAt }),
    };
  }
  const enrol = steps.find((each) => each.step === "enrol");
  if (enrol) return { ...enrol, ...(done && { skippable: true }) };
  if (done) return { step: "done" };
  const refusals = steps.flatMap((each) => (each.step === "refused" ? each.why : []));
  return steps.find(({ step }) => step !== "refused") ?? { step: "refused", why: refusals };
}

/**
 * Returns the authentication methods of the proofs as an `amr` claim (RFC 8176). Omits the methods that
 * another identity provider used.
 */
export function amrOf(proofs: readonly Proof[]): string[] {
  const amr = new Set(proofs.flatMap(({ method }) => proofFacts(method).amr));
  if (factorsIn(proofs) >= 2) amr.add("mfa");
  return [...amr];
}

/** Returns the `acr` claim of the sign-in: the number of proved factors. */
export const acrOf = (proofs: readonly Proof[]): "1fa" | "2fa" => (factorsIn(proofs) >= 2 ? "2fa" : "1fa");
