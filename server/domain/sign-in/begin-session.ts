import { and, asc, desc, eq, gt, isNull, or } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import { signIns } from "@/db/tenant/sign-ins";
import type { ReadTx, WriteTx } from "@/server/kernel/store";
import type { Definition } from "../access-rules/access-rules.schema";
import type { Refusal } from "../access-rules/decide";
import { raiseAlert, recordSignIn } from "../risk/record-sign-in";
import { tierOf } from "../risk/tiers.schema";
import { endSession, labelOf as nameOf, type UserRecord } from "../users/people";
import { admissionOf } from "./admission";
import { deviceOf, type Browser } from "./devices";
import { scoreOf, type History } from "./score";

/** Someone who has proved who they are and wants in. */
export interface Attempt extends Browser {
  user: UserRecord;
  /** Null: the console. */
  appId: number | null;
  method: Definition<"method">["methods"][number];
  /** How the session came about, as RFC 8176 names it in tokens. */
  factors: string[];
  now: Date;
  /** How long the session may last where no rule says less. */
  expiresAt: Date;
  /** How long, if they want to stay signed in and their tags let them. */
  rememberUntil?: Date | undefined;
  passwordWeak: boolean;
  /** Nothing refuses them; what would have is kept with the record. */
  exempt?: boolean;
}

export type Begun = { sessionId: number; remembered: boolean } | { sessionId: null; why: string[] };

const HISTORY = 50;
const MINUTE_MS = 60_000;

/**
 * Begins a session, or refuses it, by the organization's country restriction, access rules, tag policies and device limits;
 * either way it is recorded, with its risk and its reasons.
 */
export async function beginSession(tx: WriteTx, attempt: Attempt): Promise<Begun> {
  const { user, appId, method, now, ip, located, userAgent } = attempt;
  const { refusals, limits, policies } = await admissionOf(tx, {
    at: now,
    ip,
    ...located,
    method,
    userId: user.id,
    appId,
  });
  const why = refusals.map(explained);
  // A device is only registered by somebody who would otherwise get in.
  const { device, isNew, refusal } =
    why.length > 0
      ? { device: null, isNew: false, refusal: null }
      : await deviceOf(
          tx,
          user.id,
          attempt,
          {
            ...(limits.maxDevices !== undefined && { maxDevices: limits.maxDevices }),
            needsApproval: policies.requireDeviceApproval ?? false,
          },
          now,
        );
  if (refusal !== null) why.push(refusal);
  const { score, found } = scoreOf(
    {
      at: now,
      ...located,
      newDevice: isNew,
      passwordWeak: attempt.passwordWeak,
      accountCreatedAt: user.createdAt,
    },
    await historyOf(tx, user.id, now),
  );
  const record = {
    at: now,
    userId: user.id,
    appId,
    deviceId: device?.id ?? null,
    method,
    ip,
    country: located.country,
    region: located.region,
    place: located.place,
    userAgent,
    score,
    signals: found,
    ...(why.length > 0 && { explanation: why }),
  };
  if (why.length > 0 && !attempt.exempt) {
    await recordSignIn(tx, { ...record, outcome: "refused" });
    return { sessionId: null, why };
  }

  const longest =
    limits.maxSessionMinutes === undefined ? Infinity : +now + limits.maxSessionMinutes * MINUTE_MS;
  const remembered = attempt.rememberUntil !== undefined && policies.allowRememberMe !== false;
  const until = remembered ? attempt.rememberUntil! : attempt.expiresAt;
  const session = await tx.sessions.insert({
    userId: user.id,
    deviceId: device?.id ?? null,
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
    country: located.country,
    place: located.place,
    methods: attempt.factors,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(Math.min(+until, longest)),
  });
  if (limits.maxSessions !== undefined) await endOldest(tx, user.id, limits.maxSessions, now);
  await recordSignIn(tx, { ...record, sessionId: session.id, outcome: "succeeded" });
  if (tierOf(score) === "critical") await alertOf(tx, user, score, found, now);
  return { sessionId: session.id, remembered };
}

const explained = ({ ruleId, type, why }: Refusal) =>
  ruleId === null ? `Country restriction: ${why}` : `Rule ${ruleId} (${type}): ${why}`;

async function historyOf(tx: Pick<ReadTx, "signIns">, userId: number, now: Date): Promise<History> {
  const anHourAgo = new Date(+now - 60 * MINUTE_MS);
  const rows = await tx.signIns.list({
    where: and(
      eq(signIns.userId, userId),
      or(eq(signIns.outcome, "succeeded"), and(eq(signIns.outcome, "failed"), gt(signIns.at, anHourAgo))),
    )!,
    orderBy: [desc(signIns.at), desc(signIns.id)],
    limit: HISTORY,
  });
  return {
    succeeded: rows.filter(({ outcome }) => outcome === "succeeded"),
    recentFailures: rows.filter(({ outcome }) => outcome === "failed").length,
  };
}

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

const alertOf = (tx: WriteTx, user: UserRecord, score: number, found: Record<string, number>, now: Date) =>
  raiseAlert(tx, {
    alertType: "risky_sign_in",
    severity: "critical",
    summary: `A sign-in of ${nameOf(user) ?? `user ${user.id}`} looks very risky (score ${score} of 100).`,
    affectedUserCount: 1,
    openKey: `risky_sign_in:${user.id}`,
    details: { userId: user.id, score, signals: found },
    detectedAt: now,
  });
