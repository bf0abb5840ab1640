import { eq } from "drizzle-orm";
import { securityAlerts } from "@/db/tenant/sign-ins";
import type { WriteTx } from "@/server/kernel/store";
import { noticeAdministrators } from "../messages/notices";

/** What raising an alert reads and writes. */
export type AlertTx = Pick<
  WriteTx,
  "securityAlerts" | "messages" | "tenantSettings" | "notificationChoices" | "select"
>;
type NewAlert = Parameters<WriteTx["securityAlerts"]["insert"]>[0];

/**
 * Tells the administrators of something. While an alert of the same key is open it is the same alert: its counts and
 * words are brought up to date, and nobody is told twice. Owners and administrators get a message of a high or critical one.
 * Gives its id.
 */
export async function raiseAlert(
  tx: AlertTx,
  alert: NewAlert & { openKey: string; detectedAt: Date },
): Promise<{ id: number; isNew: boolean }> {
  if (await tx.securityAlerts.insertIfAbsent(alert)) {
    const raised = await tx.securityAlerts.find(eq(securityAlerts.openKey, alert.openKey));
    const { severity, summary } = alert;
    if (severity === "high" || severity === "critical")
      await noticeAdministrators(tx, {
        template: "security_alert",
        data: { summary, url: "./security/alerts" },
      });
    return { id: raised!.id, isNew: true };
  }
  const open = (await tx.securityAlerts.find(eq(securityAlerts.openKey, alert.openKey)))!;
  const { severity, summary, affectedUserCount, details, detectedAt } = alert;
  await tx.securityAlerts.update(open.id, { severity, summary, affectedUserCount, details, detectedAt });
  return { id: open.id, isNew: false };
}
