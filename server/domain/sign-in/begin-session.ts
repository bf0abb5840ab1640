import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import type { Located } from "@/server/kernel/operation/ports";
import type { WriteTx } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import { outsideObjection } from "../federation/vouching";
import { queueNotice } from "../messages/notices";
import { lockByRisk, type AutomaticLock } from "../risk/automatic-lock";
import { recordSignIn } from "../risk/record-sign-in";
import { raiseAlert } from "../alerts/raise-alert";
import { endSession, labelText, type UserRecord } from "../users/people";
import type { Assessment, Seen } from "./assess";
import { deviceOf, type Browser } from "../devices/sign-in-device";

const alertTexts = defineTexts("alert", {
  risky_sign_in: "A sign-in of {user} looks very risky (score {score} of 100).",
});

/** A sign-in after its factors are proved and before its session begins. */
export interface Attempt extends Browser, Seen {
  user: UserRecord;
  located: Located;
  ip: string | null;
  tokenHash: string | null;
  /** The methods with which the user signed in, for example `password` and `totp`. */
  factors: string[];
  /** End of the session if no access rule requires an earlier end. */
  expiresAt: Date;
  /**
   * End of the session if the user chose to stay signed in. Applies only if the policies of the user's tags allow this choice.
   */
  rememberUntil?: Date | undefined;
  /**
   * End of the trust in the device. Sign-ins on a trusted device need no second factor. Null if the user did not choose to
   * trust the device.
   */
  trustUntil?: Date | null | undefined;
  /** True if no second factor was necessary, because the device is trusted. */
  secondByTrust?: boolean;
  /** Further reasons to refuse the sign-in. */
  objections?: CodedText[];
  /**
   * True if access rules neither refuse nor limit this sign-in. An owner's sign-in to the console is exempt. The record still
   * contains the reasons for a refusal.
   */
  exempt?: boolean;
}

export type Begun =
  | { sessionId: number; remembered: boolean }
  /**
   * `waits`: true if the device awaits approval. `lock`: the account lock that the risk score caused; null if the risk score
   * caused no lock.
   */
  | { sessionId: null; why: CodedText[]; waits: boolean; lock: AutomaticLock | null };

const MINUTE_MS = 60_000;

/**
 * Begins a session or refuses the sign-in. The country restriction, access rules, tag policies and device limits decide.
 * Records the attempt with its risk and reasons in both cases. `assessment` must be the result of `assess` for this attempt in
 * this transaction.
 */
export async function beginSession(tx: WriteTx, attempt: Attempt, assessment: Assessment): Promise<Begun> {
  const { user, now, located } = attempt;
  const { refusals } = assessment;
  // No limit applies to an exempt sign-in. A limit could also lock the user out, for example a session length of one minute.
  const limits = attempt.exempt ? {} : assessment.limits;
  const outside = await outsideObjection(tx, user.id, attempt.factors);
  const why = [...refusals, ...(attempt.objections ?? []), ...(outside === null ? [] : [outside])];
  // Registers the device only if no other reason refuses the sign-in.
  const { device, isNew, refusal } =
    why.length > 0
      ? { device: null, isNew: false, refusal: null }
      : await deviceWithin(tx, attempt, assessment, limits);
  if (refusal !== null) why.push(refusal);
  const record = {
    ...recordOf(attempt, assessment),
    deviceId: device?.id ?? null,
    ...(why.length > 0 && { explanation: why }),
  };
  if (assessment.tier === "critical") await alertOf(tx, user, assessment, now);
  if (why.length > 0 && !attempt.exempt) {
    await recordSignIn(tx, { ...record, outcome: "refused" });
    const lock = assessment.tier === "critical" ? await lockByRisk(tx, user, now) : null;
    return { sessionId: null, why, waits: device?.status === "pending", lock };
  }

  const { expiresAt, remembered } = endOf(attempt, assessment, limits);
  const session = await insertSession(tx, attempt, device?.id ?? null, expiresAt);
  if (limits.maxSessions !== undefined) await endOldest(tx, user.id, limits.maxSessions, now);
  await recordSignIn(tx, { ...record, sessionId: session.id, outcome: "succeeded" });
  // Sends no notice for the account's first sign-in, because every device is then new.
  if (isNew && device && user.lastSignInAt !== null)
    await queueNotice(tx, user, {
      template: "new_device",
      data: { device: device.label, place: located.place, time: now.toISOString() },
    });
  return { sessionId: session.id, remembered };
}

type Limits = Partial<Assessment["limits"]>;

/** Registers the device of this attempt and returns the result. Applies the device limit and the policies. */
const deviceWithin = (
  tx: WriteTx,
  attempt: Attempt,
  { policies, device }: Assessment,
  { maxDevices }: Limits,
): ReturnType<typeof deviceOf> =>
  deviceOf(
    tx,
    attempt.user.id,
    attempt,
    {
      ...(maxDevices !== undefined && { maxDevices }),
      needsApproval: policies.requireDeviceApproval ?? false,
    },
    attempt.now,
    device,
  );

/** Returns the end of the session. `remembered` is true if the user stays signed in until `rememberUntil`. */
function endOf(
  { rememberUntil, expiresAt, now }: Attempt,
  { policies }: Assessment,
  { maxSessionMinutes }: Limits,
) {
  const longest = maxSessionMinutes === undefined ? Infinity : +now + maxSessionMinutes * MINUTE_MS;
  const remembered = rememberUntil !== undefined && policies.allowRememberMe !== false;
  const until = remembered ? rememberUntil : expiresAt;
  return { expiresAt: new Date(Math.min(+until, longest)), remembered };
}

const insertSession = (tx: WriteTx, attempt: Attempt, deviceId: number | null, expiresAt: Date) => {
  const { user, now, ip, located, userAgent, factors, trustUntil } = attempt;
  return tx.sessions.insert({
    userId: user.id,
    deviceId,
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
    country: located.country,
    place: located.place,
    methods: factors,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    secondByTrust: attempt.secondByTrust ?? false,
    ...(trustUntil && deviceId !== null && { isTrusted: true, trustedAt: now, trustExpiresAt: trustUntil }),
  });
};

/** Returns the columns that are recorded for every sign-in attempt. */
export const recordOf = (
  {
    user,
    appId,
    method,
    now,
    ip,
    located,
    userAgent,
  }: Omit<Seen, "user"> & { user: { id: number }; userAgent: string | null },
  { score, signals }: Pick<Assessment, "score" | "signals">,
) => ({
  at: now,
  userId: user.id,
  appId,
  method,
  ip,
  country: located.country,
  region: located.region,
  place: located.place,
  userAgent,
  score,
  signals,
});

/**
 * Ends the oldest live sessions if the user has more than `most`. Does not count sessions in which an administrator acts as the
 * user.
 */
async function endOldest(tx: WriteTx, userId: number, most: number, now: Date) {
  const live = await tx.sessions.list({
    where: and(
      eq(sessions.userId, userId),
      isNull(sessions.actorUserId),
      isNull(sessions.revokedAt),
      gt(sessions.expiresAt, now),
    )!,
    orderBy: [asc(sessions.createdAt), asc(sessions.id)],
  });
  for (const { id } of live.slice(0, Math.max(0, live.length - most))) await endSession(tx, id, now);
}

const alertOf = (tx: WriteTx, user: UserRecord, { score, signals }: Assessment, now: Date) =>
  raiseAlert(tx, {
    alertType: "risky_sign_in",
    severity: "critical",
    summary: alertTexts.risky_sign_in({ user: labelText(user), score }),
    affectedUserCount: 1,
    openKey: `risky_sign_in:${user.id}`,
    details: { userId: user.id, score, signals },
    detectedAt: now,
  });
