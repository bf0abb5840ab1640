import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import type { Located } from "@/server/kernel/ports";
import type { WriteTx } from "@/server/kernel/store";
import { outsideObjection } from "../federation/vouching";
import { queueNotice } from "../message-queue/notices";
import { lockByRisk, type AutomaticLock } from "../risk/automatic-lock";
import { recordSignIn } from "../risk/record-sign-in";
import { raiseAlert } from "../alerts/raise-alert";
import { endSession, labelOf as nameOf, type UserRecord } from "../users/people";
import type { Assessment, Seen } from "./assess";
import { deviceOf, type Browser } from "../devices/sign-in-device";

/** Someone who has proved who they are and wants in. */
export interface Attempt extends Browser, Seen {
  user: UserRecord;
  located: Located;
  ip: string | null;
  tokenHash: string | null;
  /** How the session came about, e.g. `password`, `totp`. */
  factors: string[];
  /** How long the session may last where no rule says less. */
  expiresAt: Date;
  /** How long, if they want to stay signed in and their tags let them. */
  rememberUntil?: Date | undefined;
  /** Until when this device need not give the second factor again; null: they did not ask for it. */
  trustUntil?: Date | null | undefined;
  /** The device's trust stood for the second factor. */
  secondByTrust?: boolean;
  /** Why else they may not come in, in words. */
  objections?: string[];
  /** Nothing refuses or limits them; what would have refused them is kept with the record. */
  exempt?: boolean;
}

export type Begun =
  | { sessionId: number; remembered: boolean }
  /** `waits`: for nothing but an approval of the device; `lock`: what risk brought on the account besides. */
  | { sessionId: null; why: string[]; waits: boolean; lock: AutomaticLock | null };

const MINUTE_MS = 60_000;

/**
 * Begins a session, or refuses it, by the organization's country restriction, access rules, tag policies and device limits;
 * either way it is recorded, with its risk and its reasons. `assessment` is this attempt's, from this transaction.
 */
export async function beginSession(tx: WriteTx, attempt: Attempt, assessment: Assessment): Promise<Begun> {
  const { user, now, located } = attempt;
  const { refusals } = assessment;
  // Whom nothing refuses, nothing limits: a session of a minute, or one that ends the others, keeps out as well.
  const limits = attempt.exempt ? {} : assessment.limits;
  const outside = await outsideObjection(tx, user.id, attempt.factors);
  const why = [...refusals, ...(attempt.objections ?? []), ...(outside === null ? [] : [outside])];
  // A device is only registered by somebody who would otherwise get in.
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
  // Their first device is no news to anybody.
  if (isNew && device && user.lastSignInAt !== null)
    await queueNotice(tx, user, {
      template: "new_device",
      data: { device: device.label, place: located.place, time: now.toISOString() },
    });
  return { sessionId: session.id, remembered };
}

type Limits = Partial<Assessment["limits"]>;

/** The device of this attempt, registered as the limits and the policies let it. */
const deviceWithin = (
  tx: WriteTx,
  attempt: Attempt,
  { policies }: Assessment,
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
  );

/** When the session ends, and whether it is one that is remembered. */
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

/** What is kept of an attempt, whatever comes of it. */
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
 * Whoever signs in once more than allowed is signed out where they signed in first. What administrators do as them does not
 * count: it is not theirs.
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
    summary: `A sign-in of ${nameOf(user) ?? `user ${user.id}`} looks very risky (score ${score} of 100).`,
    affectedUserCount: 1,
    openKey: `risky_sign_in:${user.id}`,
    details: { userId: user.id, score, signals },
    detectedAt: now,
  });
