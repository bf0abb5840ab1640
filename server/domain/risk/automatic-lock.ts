import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { signIns } from "@/db/tenant/sign-ins";
import { administrators } from "@/db/tenant/users";
import type { WriteTx } from "@/server/kernel/operation/store";
import { queueNotice } from "../messages/notices";
import { readSetting } from "../settings/tenant-settings";
import { labelText, type UserRecord } from "../users/people";
import { raiseAlert } from "../alerts/raise-alert";
import { riskPolicy } from "./risk-policy";
import { defineTexts } from "@/server/kernel/texts/define";

const alertTexts = defineTexts("alert", {
  locked_by_one: "The account of {user} was locked: a critical sign-in within a day.",
  locked_by_several: "The account of {user} was locked: {count} critical sign-ins within a day.",
});

const lockTexts = defineTexts("lock", {
  critical_sign_in: "A critical sign-in within a day",
  critical_sign_ins: "{count} critical sign-ins within a day",
});

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The columns of a lock that the risk score caused. */
export type AutomaticLock = Pick<
  UserRecord,
  "lockedUntil" | "lockedIndefinitely" | "lockReason" | "lockCause"
>;

/**
 * Locks an account after several critical sign-ins within a day that did not succeed. The organization sets the number. A
 * successful sign-in resets the count. Never locks an owner. Otherwise there might be no owner left who can unlock accounts.
 * Returns the lock, or null if the account is not locked. Call after the latest sign-in was recorded.
 */
export async function lockByRisk(tx: WriteTx, user: UserRecord, now: Date): Promise<AutomaticLock | null> {
  const { lockAfterCritical, lockMinutes } = await readSetting(tx, riskPolicy);
  if (lockAfterCritical === null) return null;
  const administrator = await tx.administrators.find(eq(administrators.userId, user.id));
  if (administrator?.role === "owner") return null;
  const latest = await tx.signIns.list({
    where: and(
      eq(signIns.userId, user.id),
      gt(signIns.at, new Date(+now - DAY_MS)),
      inArray(signIns.outcome, ["succeeded", "refused", "stepped_up"]),
    )!,
    orderBy: [desc(signIns.at), desc(signIns.id)],
    limit: 100,
  });
  const vouched = latest.findIndex(({ outcome }) => outcome === "succeeded");
  const since = vouched === -1 ? latest : latest.slice(0, vouched);
  const critical = since.filter(({ tier }) => tier === "critical").length;
  if (critical < lockAfterCritical) return null;
  const lock = {
    lockedUntil: lockMinutes === null ? null : new Date(+now + lockMinutes * MINUTE_MS),
    lockedIndefinitely: lockMinutes === null,
    lockReason:
      critical === 1 ? lockTexts.critical_sign_in() : lockTexts.critical_sign_ins({ count: critical }),
    lockCause: null,
  };
  await tx.users.update(user.id, { ...lock, updatedAt: now });
  await queueNotice(tx, user, {
    template: "account_locked",
    data: { cause: "risk", until: lock.lockedUntil?.toISOString() ?? null },
  });
  await raiseAlert(tx, {
    alertType: "account_locked_by_risk",
    severity: "high",
    summary:
      critical === 1
        ? alertTexts.locked_by_one({ user: labelText(user) })
        : alertTexts.locked_by_several({ user: labelText(user), count: critical }),
    affectedUserCount: 1,
    openKey: `account_locked_by_risk:${user.id}`,
    details: { userId: user.id, critical, lockedUntil: lock.lockedUntil?.toISOString() ?? null },
    detectedAt: now,
  });
  return lock;
}
