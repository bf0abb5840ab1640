import type { ProofRecord } from "@/db/tenant/sign-in-flows";
import type { FirstMethod } from "../../domain/sign-in-options/offered-methods";
import type { RiskTier } from "../../domain/risk/tiers.schema";

/*
 * The sign-in as one state machine: identify → first factor → access decision → second factor → risk step-up → session.
 * What is asked next follows from what was proved and from what app, person and organization demand; nothing here reads
 * or writes.
 */

export type { FirstMethod };
/** What can be asked for on top. */
export type SecondMethod = "totp" | "webauthn" | "email" | "sms" | "recovery_code" | "password";
export type EnrolMethod = "totp" | "webauthn" | "email";
export type Proof = ProofRecord & { method: FirstMethod | SecondMethod };

export type Step =
  /** Who are you? */
  | { step: "identify"; methods: FirstMethod[] }
  /** Prove it. */
  | { step: "first"; methods: FirstMethod[] }
  /** Prove it by something else, too; `because` a factor is enrolled or demanded, or the sign-in looks risky. */
  | {
      step: "second";
      methods: SecondMethod[];
      because: "factor" | "risk";
      skippable?: boolean;
      passkeysAt?: string[];
    }
  /** A second factor is demanded and there is none: set one up. */
  | { step: "enrol"; methods: EnrolMethod[]; skippable?: boolean }
  | { step: "done" }
  | { step: "refused"; why: string[] };

/** What is demanded of somebody who has proved who they are. */
export interface Demands {
  /** Why rules do not let them in. */
  refusals: string[];
  /** They cannot be locked out by rules or risk; what is demanded of factors counts for them, too. */
  exempt: boolean;
  /** The policy of one of their tags. */
  requireMfa: boolean;
  /** What they have set up, as far as it may be used. */
  factors: SecondMethod[];
  /** They have a password here. It is asked for where the first factor is what others are asked for as the second. */
  hasPassword: boolean;
  /** They have set up a second factor that cannot be asked for now: its code can be sent nowhere. It is demanded all the same. */
  unreachable: boolean;
  /** They hold another factor that only another first step can ask for, e.g. an account at an identity provider. */
  otherWays: boolean;
  /** Hosts that their other passkeys were made at: these cannot be used here, and count as enrolled all the same. */
  passkeysElsewhere: string[];
  /** Where a code can reach them. */
  channels: ("email" | "sms")[];
  tier: RiskTier | null;
  /** They asked not to be asked again on this device, and it has not run out. */
  trustedDevice: boolean;
  /** What they may set up. */
  mayEnrol: EnrolMethod[];
}

export interface State {
  identifier: string | null;
  proofs: Proof[];
}

export interface Context {
  /** What the app offers to whoever comes; it must not depend on who that is. */
  offered: FirstMethod[];
  /** Null until somebody has proved who they are. */
  demands: Demands | null;
}

/** These need to know whom to send something to before anything can be shown. */
const sends: readonly Proof["method"][] = ["EmailOtp", "SmsOtp", "MagicLink"];

/** Whether this is a first factor that is sent: a code or a link. */
export const isSentFirst = (method: Proof["method"]) => sends.includes(method);

/** What a proof rests on: two that rest on the same are one factor. */
const rests: Record<Proof["method"], string> = {
  password: "password",
  Ldap: "password",
  EmailOtp: "mailbox",
  MagicLink: "mailbox",
  email: "mailbox",
  SmsOtp: "phone",
  sms: "phone",
  Saml: "outside",
  Social: "outside",
  webauthn: "passkey",
  totp: "authenticator",
  recovery_code: "recovery",
};

/** Returns the channel of the message that this proof answers; null if the method sends none. */
export const sentBy = ({ method }: Proof): "email" | "sms" | null =>
  rests[method] === "mailbox" ? "email" : rests[method] === "phone" ? "sms" : null;

/** Returns true if the proof answers a message to this address or number. Ignores letter case. */
export const isSentTo = ({ address }: Proof, other: string | null | undefined) =>
  address !== undefined && address.toLowerCase() === other?.toLowerCase();

/** Returns true if a proof answers a mail to this address. */
export const provesMailbox = (proofs: readonly Proof[], email: string | null) =>
  proofs.some((proof) => sentBy(proof) === "email" && isSentTo(proof, email));

/** How many factors these proofs are. A passkey whose authenticator checked the person is two. */
export const factorsIn = (proofs: readonly Proof[]): number =>
  Math.max(
    new Set(proofs.map(({ method }) => rests[method])).size,
    proofs.some(({ verified }) => verified) ? 2 : 0,
  );

/** What comes next for one person, or for somebody who is not known yet. */
export function nextStep({ identifier, proofs }: State, { offered, demands }: Context): Step {
  if (proofs.length === 0 || demands === null) {
    const asksWho = identifier === null && offered.some((method) => sends.includes(method));
    return { step: asksWho ? "identify" : "first", methods: offered };
  }
  if (demands.refusals.length > 0 && !demands.exempt) return { step: "refused", why: demands.refusals };
  const counted = proofs.filter((proof, index) => index === 0 || isOwnSecond(proof, demands));
  return factorsIn(counted) >= 2 ? { step: "done" } : beside(counted, demands);
}

/** Returns whether a proof beside the first one is of a factor that this person holds, or that the risk asks of them. */
function isOwnSecond(
  { method, factorId }: Proof,
  { factors, hasPassword, channels, tier }: Demands,
): boolean {
  if (method === "password") return hasPassword;
  // The last recovery code is used up by its proof. That the kept factor is theirs is looked at elsewhere (proof-validity.ts).
  if (method === "recovery_code" && factorId !== undefined) return true;
  const own: readonly Proof["method"][] = isRisky(tier) ? [...factors, ...channels] : factors;
  return own.includes(method);
}

const isRisky = (tier: Demands["tier"]) => tier === "high" || tier === "critical";

/** Returns whether this step asks one person for this second factor. */
export const asksFor = (step: Step, method: Proof["method"]): boolean =>
  step.step === "second" && (step.methods as readonly Proof["method"][]).includes(method);

/** Whether these proofs would not do without the device's trust. */
export const needsTrust = (proofs: Proof[], demands: Demands): boolean =>
  demands.trustedDevice &&
  nextStep(
    { identifier: null, proofs },
    { offered: [], demands: { ...demands, trustedDevice: false, refusals: [] } },
  ).step !== "done";

/**
 * What is asked for beside one factor. What is somebody's second factor never opens the account alone while they hold another
 * one, and a new factor is set up only by somebody who holds none beside the one that they proved.
 */
function beside(proofs: readonly Proof[], demands: Demands): Step {
  const { factors, passkeysElsewhere, tier } = demands;
  const proved = new Set(proofs.map(({ method }) => rests[method]));
  const provedSecond =
    factors.some((method) => proved.has(rests[method])) ||
    (proved.has("passkey") && passkeysElsewhere.length > 0);
  // A trusted device stands for the second factor, so that it adds nothing to a proof that is the second factor.
  const trusted = demands.trustedDevice && !isRisky(tier) && !provedSecond;
  const enrolled = enrolledStep(proved, demands);
  if (enrolled !== null) return trusted ? { step: "done" } : enrolled;
  return unenrolledStep(proved, demands, { provedSecond, trusted });
}

/** The methods that rest on something else than what was proved. */
const another = <M extends SecondMethod>(proved: ReadonlySet<string>, methods: readonly M[]) =>
  methods.filter((method) => !proved.has(rests[method]));

const becauseOf = ({ requireMfa, tier }: Demands) => (isRisky(tier) && !requireMfa ? "risk" : "factor");

/** What asks somebody for the second factors that they have set up beside what they proved; null: they have none. */
function enrolledStep(proved: ReadonlySet<string>, demands: Demands): Step | null {
  const { factors, passkeysElsewhere, unreachable } = demands;
  const methods = another(proved, factors);
  // Recovery codes stand in for a factor; they are none that anybody is asked for by itself.
  const usable = methods.some((method) => method !== "recovery_code");
  // A passkey of another host is demanded, too: or whoever knows the password would only have to come by another host.
  const passkeysAt = proved.has("passkey") || methods.includes("webauthn") ? [] : passkeysElsewhere;
  if (!usable && passkeysAt.length === 0 && !unreachable) return null;
  return {
    step: "second",
    methods,
    because: becauseOf(demands),
    ...(passkeysAt.length > 0 && { passkeysAt }),
  };
}

/** What is asked of somebody who has set up no second factor beside what they proved. */
function unenrolledStep(
  proved: ReadonlySet<string>,
  demands: Demands,
  { provedSecond, trusted }: { provedSecond: boolean; trusted: boolean },
): Step {
  const { exempt, requireMfa, channels, tier, mayEnrol } = demands;
  const password = another<SecondMethod>(proved, demands.hasPassword ? ["password"] : []);
  const holdsMore = password.length > 0 || demands.otherWays;
  if (provedSecond && holdsMore) return { step: "second", methods: password, because: becauseOf(demands) };
  const reached = another(proved, channels);
  if (isRisky(tier) && reached.length > 0) return { step: "second", methods: reached, because: "risk" };
  if (tier === "critical" && !exempt)
    return {
      step: "refused",
      why: ["The sign-in looks very risky, and there is no second factor to ask for."],
    };
  if (!requireMfa || trusted) return { step: "done" };
  return holdsMore
    ? { step: "second", methods: password, because: "factor" }
    : { step: "enrol", methods: another(proved, mayEnrol) };
}

/**
 * One step for several people whose address and password are the same (the console): whoever needs no more waits for
 * those who do, but can go on without them.
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

/** How they proved it as tokens say it (RFC 8176). What another identity provider did is not told as ours. */
export function amrOf(proofs: readonly Proof[]): string[] {
  const names: Record<string, string[]> = {
    password: ["pwd"],
    mailbox: ["otp"],
    phone: ["sms"],
    passkey: ["hwk", "user"],
    authenticator: ["otp"],
    recovery: ["otp"],
    federation: [],
  };
  const amr = new Set(proofs.flatMap(({ method }) => names[rests[method]] ?? []));
  if (factorsIn(proofs) >= 2) amr.add("mfa");
  return [...amr];
}

/** The level that a sign-in reached, as tokens say it: the factors that were proved. */
export const acrOf = (proofs: readonly Proof[]): "1fa" | "2fa" => (factorsIn(proofs) >= 2 ? "2fa" : "1fa");
