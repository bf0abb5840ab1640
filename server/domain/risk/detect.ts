import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { securityAlerts, signIns } from "@/db/tenant/sign-ins";
import type { WriteTx } from "@/server/kernel/operation/store";
import { detectorEntries, WINDOW_MINUTES } from "./attacks";
import { raiseAlert, type AlertTx } from "../alerts/raise-alert";

type DetectTx = AlertTx & Pick<WriteTx, "signIns">;

/**
 * Maximum number of attempts that the detectors read. No detector needs more. The limit keeps the cost of an attempt constant,
 * even during a flood of attempts.
 */
const MOST = 200;
/**
 * Minimum interval between two updates of an open alert, in milliseconds. Without the interval, transactions would queue for
 * the lock on the alert's row during a flood of attempts.
 */
const QUIET_MS = 60_000;

/**
 * Runs the detectors after an unsuccessful attempt, and raises alerts. The cost is the same for existing and for unknown
 * accounts: two index reads.
 */
export async function detectAttacks(
  tx: DetectTx,
  { network, userId, at }: { network: string | null; userId: number | null; at: Date },
): Promise<void> {
  const since = gt(signIns.at, new Date(+at - WINDOW_MINUTES * 60_000));
  const newest = { orderBy: [desc(signIns.at), desc(signIns.id)], limit: MOST };
  const [fromNetwork, ofAccount] = await Promise.all([
    network === null ? [] : tx.signIns.list({ where: and(eq(signIns.network, network), since)!, ...newest }),
    tx.signIns.list({
      where: and(userId === null ? isNull(signIns.userId) : eq(signIns.userId, userId), since)!,
      ...newest,
    }),
  ]);
  for (const [alertType, { severity, find }] of detectorEntries) {
    const found = find({ network, userId, fromNetwork, ofAccount });
    if (found === null) continue;
    const openKey = `${alertType}:${found.key}`;
    const open = await tx.securityAlerts.find(eq(securityAlerts.openKey, openKey));
    if (open && +at - +open.detectedAt < QUIET_MS) continue;
    await raiseAlert(tx, {
      alertType,
      severity,
      openKey,
      summary: found.summary,
      affectedUserCount: found.affected,
      details: found.details,
      detectedAt: at,
    });
  }
}
