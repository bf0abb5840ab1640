import { eq } from "drizzle-orm";
import { securityAlerts } from "@/db/tenant/sign-ins";
import type { WriteTx } from "@/server/kernel/store";

type NewAlert = Parameters<WriteTx["securityAlerts"]["insert"]>[0];

/**
 * Tells the administrators of something. While an alert of the same key is open it is the same alert: its counts and
 * words are brought up to date, and nobody is told twice. Gives its id.
 */
export async function raiseAlert(
  tx: Pick<WriteTx, "securityAlerts">,
  alert: NewAlert & { openKey: string; detectedAt: Date },
): Promise<{ id: number; isNew: boolean }> {
  if (await tx.securityAlerts.insertIfAbsent(alert)) {
    const raised = await tx.securityAlerts.find(eq(securityAlerts.openKey, alert.openKey));
    return { id: raised!.id, isNew: true };
  }
  const open = (await tx.securityAlerts.find(eq(securityAlerts.openKey, alert.openKey)))!;
  const { severity, summary, affectedUserCount, details, detectedAt } = alert;
  await tx.securityAlerts.update(open.id, { severity, summary, affectedUserCount, details, detectedAt });
  return { id: open.id, isNew: false };
}
