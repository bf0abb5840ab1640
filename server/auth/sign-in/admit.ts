import { isDeepStrictEqual } from "node:util";
import { geoRestriction } from "../../domain/access-rules/access-rules";
import { notificationSettings } from "../../domain/messages/notices";
import { riskPolicy } from "../../domain/risk/risk-policy";
import { signInOptions } from "../../domain/sign-in-options/sign-in-options";
import { isOutside, outsideObjection } from "../../domain/federation/vouching";
import type { SessionPolicy } from "../../domain/policies/policies.schema";
import { sessionPolicy } from "../../domain/policies/policies";
import { lockByRisk, type AutomaticLock } from "../../domain/risk/automatic-lock";
import { recordSignIn, steppedUp } from "../../domain/risk/record-sign-in";
import { gatherSettings, readSetting } from "../../domain/settings/tenant-settings";
import { beginSession, recordOf, type Attempt } from "../../domain/sign-in/begin-session";
import { isAdministrator } from "../../domain/users/administrator-guard";
import {
  isProvedHere,
  provedByMail,
  provenPhone,
  untrustedFrom,
  type UserRecord,
} from "../../domain/users/people";
import { recordedWords } from "../../kernel/events/define";
import type { Journal, ReadTx, WriteTx } from "../../kernel/operation/store";
import { accountEvent } from "../sessions/console-session";
import { demandsOf, seenOf, type DemandsOf, type RequestSigns, areProofsValid } from "./demands";
import { personOf } from "./failures";
import type { Subject } from "./flow";
import { deviceIn, isKnown, letsIn } from "./lockout";
import { factorsIn, needsTrust, nextStep, provesMailbox, type Step } from "./steps";
import type { StepDeps } from "./visit";
import { textIn } from "../../kernel/texts/text";
import { defineTexts } from "../../kernel/texts/define";

const signInTexts = defineTexts("sign_in", {
  own_host_required:
    "An administrator sets up a second factor only at the installation’s own address, not at a custom domain.",
});

/** A user of a tenant who is signing in. */
export interface Entering {
  subject: Subject & { tenantId: number };
  /** Null for the console and for the user's own account page. */
  appId: number | null;
  toConsole: boolean;
  /** True if the app demands two factors. */
  strong: boolean;
  signs: RequestSigns;
  /** Base URL of the host at which the user signs in; null for the installation's own. */
  baseUrl: string | null;
  remember: boolean;
  trustDevice: boolean;
}

export type Admitted =
  | { outcome: "signed_in"; sessionId: number; remembered: boolean; user: UserRecord }
  /** The organization refuses this sign-in. */
  | { outcome: "denied" }
  /** The sign-in waits until an administrator approves this device. */
  | { outcome: "device" }
  /** The proofs are no longer valid: the password changed, or the user was locked or suspended. */
  | { outcome: "refused" }
  /** A further step is demanded. */
  | { outcome: "more"; step: Step };

/** Settings that a decision and the start of a session read. */
const usedSettings = [geoRestriction, signInOptions, riskPolicy, sessionPolicy, notificationSettings];

const HOUR_MS = 3_600_000;
/**
 * Maximum number of days for which a trusted device replaces the second factor. The trust also ends with the session that granted
 * it.
 */
const TRUST_DAYS = 30;

/**
 * Reason why an administrator cannot set up a second factor at a custom domain: the operator of the domain would see the factor.
 */
const SET_UP_AT_OWN_HOST = signInTexts.own_host_required();

/** Returns the audit event of a lock by risk. */
const lockedEvent = (user: UserRecord, { lockedUntil, lockReason }: AutomaticLock, signs: RequestSigns) => ({
  ...accountEvent("user_locked", personOf(user), signs),
  changes: {
    lockedUntil: { from: null, to: lockedUntil?.toISOString() ?? recordedWords.until_unlocked },
    lockReason: { from: null, to: lockReason && textIn("en", lockReason) },
  },
});

/**
 * Returns the times at which the session, the remembered session and the trust in the device end. `mayTrust` is false if the
 * device must not replace the second factor later.
 */
function endsOf(
  { subject, toConsole, remember, trustDevice }: Entering,
  {
    now,
    policy,
    settings,
    mayTrust,
  }: { now: Date; policy: SessionPolicy; settings: DemandsOf["settings"]; mayTrust: boolean },
): Pick<Attempt, "expiresAt" | "rememberUntil" | "trustUntil"> {
  const after = (hours: number) => new Date(+now + hours * HOUR_MS);
  return {
    expiresAt: after(toConsole ? settings.consoleSessionHours : policy.defaultDurationHours),
    ...(remember &&
      !toConsole &&
      policy.rememberMeAllowed && { rememberUntil: after(policy.rememberMeMaxDurationDays * 24) }),
    // Only a sign-in with two proved factors may let the device replace the second one later.
    ...(trustDevice && mayTrust && factorsIn(subject.proofs) >= 2 && { trustUntil: after(TRUST_DAYS * 24) }),
  };
}

const isElsewhere = ({ baseUrl: ownAddress }: StepDeps, { baseUrl }: Pick<Entering, "baseUrl">) =>
  baseUrl !== null && baseUrl !== ownAddress;

/**
 * Returns the column that records since when another person may be able to use the account. It is set if a provider
 * opened the account, or if the operator of a custom domain could read what the user typed and received there. Otherwise,
 * returns no column.
 */
export const untrustedBy = (deps: StepDeps, entering: Entering, user: UserRecord) =>
  isElsewhere(deps, entering) || isOutside(entering.subject.proofs.map(({ method }) => method))
    ? untrustedFrom(user, deps.ports.clock())
    : {};

/** Returns true if an administrator signs in at a custom domain. */
const isElsewhereFor = async (deps: StepDeps, tx: ReadTx, entering: Entering, { id }: UserRecord) =>
  isElsewhere(deps, entering) && (await isAdministrator(tx, id));

/** Returns the next step of this user. */
export async function stepForUser(deps: StepDeps, entering: Entering): Promise<Step> {
  const settings = await deps.ports.settings();
  return deps.stores.tenant(entering.subject.tenantId).read(async (tx) => {
    const user = await tx.users.get(entering.subject.userId);
    if (!user || !(await isStillValid(deps, tx, user, entering, settings)))
      return { step: "refused", why: [] };
    return (await decide(deps, tx, entering, user, settings)).step;
  });
}

/**
 * Returns true if this user must still set up a second factor. The caller holds the lock of the user's row. `settings` are read
 * before the transaction.
 */
export const mustEnrolUser = async (
  deps: StepDeps,
  tx: ReadTx,
  user: UserRecord,
  entering: Entering,
  settings: DemandsOf["settings"],
): Promise<boolean> =>
  (await isStillValid(deps, tx, user, entering, settings)) &&
  (await decide(deps, tx, entering, user, settings)).step.step === "enrol";

async function decide(
  deps: StepDeps,
  tx: ReadTx,
  entering: Entering,
  user: UserRecord,
  settings: DemandsOf["settings"],
) {
  const { ports } = deps;
  const own = new URL(deps.baseUrl).hostname;
  const { appId, toConsole, strong, signs, baseUrl } = entering;
  const { proofs } = entering.subject;
  const now = ports.clock();
  const located = ports.locate(signs.ip);
  const of = {
    user,
    appId,
    toConsole,
    strong,
    proofs,
    signs,
    now,
    located,
    settings,
    channels: ports.channels,
    hosts: { here: baseUrl === null ? own : new URL(baseUrl).hostname, own },
  };
  gatherSettings(tx, usedSettings);
  const { demands, assessment } = await demandsOf(tx, of);
  const next = nextStep({ identifier: user.email, proofs }, { offered: [], demands });
  const barred = next.step === "enrol" && (await isElsewhereFor(deps, tx, entering, user));
  const step: Step = barred ? { step: "refused", why: [SET_UP_AT_OWN_HOST] } : next;
  return { of, demands, assessment, step };
}

/** Returns true if the proofs are still valid and the user may sign in. */
async function isStillValid(
  { ports }: StepDeps,
  tx: ReadTx,
  user: UserRecord,
  { subject, signs }: Entering,
  { lockAfterFailures }: DemandsOf["settings"],
): Promise<boolean> {
  const now = ports.clock();
  if (user.kind !== "person" || user.status !== "active") return false;
  const known = async () => isKnown(await deviceIn(tx, user.id, signs), lockAfterFailures);
  const methods = subject.proofs.map(({ method }) => method);
  return (
    (await letsIn(user, now, known, subject.proofs)) &&
    // The user may have become an administrator since the provider's answer. In that case, the answer must not authorize the
    // setup of a factor either.
    (await outsideObjection(tx, user.id, methods)) === null &&
    (await areProofsValid(tx, subject, { ...user, phone: provenPhone(user) }, now))
  );
}

/**
 * Begins the user's session if no further step is demanded, or records the refusal. The decision and the session share one
 * transaction, so that the decision still holds when the session begins.
 */
export async function admitUser(deps: StepDeps, entering: Entering): Promise<Admitted> {
  const settings = await deps.ports.settings();
  const { subject, appId, signs } = entering;
  return deps.stores.tenant(subject.tenantId).write(async (tx, journal): Promise<Admitted> => {
    const user = await tx.users.lock(subject.userId);
    if (!user || !(await isStillValid(deps, tx, user, entering, settings))) return { outcome: "refused" };
    const { of, demands, assessment, step } = await decide(deps, tx, entering, user, settings);
    if (step.step !== "done" && step.step !== "refused") return { outcome: "more", step };
    const { now } = of;
    const policy = await readSetting(tx, sessionPolicy);
    const mayTrust = !(await isElsewhereFor(deps, tx, entering, user));
    const objections =
      step.step === "refused"
        ? step.why.filter((why) => !assessment.refusals.some((known) => isDeepStrictEqual(known, why)))
        : [];
    const attempt: Attempt = {
      ...seenOf(of),
      user,
      ip: signs.ip,
      located: of.located,
      tokenHash: signs.deviceHash,
      userAgent: signs.userAgent,
      factors: subject.proofs.map(({ method }) => method),
      ...endsOf(entering, { now, policy, settings, mayTrust }),
      secondByTrust: needsTrust(subject.proofs, demands),
      objections,
      exempt: demands.exempt,
    };
    const begun = await beginSession(tx, attempt, assessment);
    const event = {
      ...accountEvent(begun.sessionId === null ? "sign_in_refused" : "signed_in", personOf(user), signs),
      appId,
    };
    await journal.append(event);
    if (begun.sessionId === null) {
      if (begun.lock) await journal.append(lockedEvent(user, begun.lock, signs));
      return { outcome: begun.waits ? "device" : "denied" };
    }
    await noteEntry(deps, tx, journal, entering, user, now);
    return { outcome: "signed_in", sessionId: begun.sessionId, remembered: begun.remembered, user };
  });
}

/** Records a successful sign-in on the account: the time, a verified address and a weak password. */
async function noteEntry(
  deps: StepDeps,
  tx: WriteTx,
  journal: Journal,
  entering: Entering,
  user: UserRecord,
  now: Date,
) {
  const { subject, signs } = entering;
  const weak = subject.proofs[0]?.weak;
  const verifies = !isProvedHere(user) && provesMailbox(subject.proofs, user.email);
  if (verifies)
    await journal.append({
      ...accountEvent("email_verified", personOf(user), signs),
      changes: {
        emailVerifiedAt: { from: user.emailVerifiedAt?.toISOString() ?? null, to: now.toISOString() },
      },
    });
  await tx.users.update(user.id, {
    failedSignIns: 0,
    lastSignInAt: now,
    // The user answered a message to the current address, which proves the address. A factor that was set up after the first
    // proof of this sign-in was set up by the owner of the mailbox.
    ...(verifies && (await provedByMail(tx, user, now, new Date(subject.proofs[0]!.at)))),
    ...untrustedBy(deps, entering, user),
    ...(weak !== undefined && { passwordWeak: weak }),
  });
}

/** Records that a second factor was demanded because the sign-in looked risky. */
export async function recordStepUp(deps: StepDeps, entering: Entering): Promise<void> {
  const settings = await deps.ports.settings();
  await deps.stores.tenant(entering.subject.tenantId).write(async (tx, journal) => {
    const user = await tx.users.lock(entering.subject.userId);
    if (!user) return;
    const { of, assessment } = await decide(deps, tx, entering, user, settings);
    await recordSignIn(tx, {
      ...recordOf({ ...seenOf(of), userAgent: entering.signs.userAgent }, assessment),
      ...steppedUp,
    });
    const lock = assessment.tier === "critical" ? await lockByRisk(tx, user, of.now) : null;
    if (lock) await journal.append(lockedEvent(user, lock, entering.signs));
  });
}
