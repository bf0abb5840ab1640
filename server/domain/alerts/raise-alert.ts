import { eq } from "drizzle-orm";
import { securityAlerts } from "@/db/tenant/sign-ins";
import type { WriteTx } from "@/server/kernel/store";
import { noticeAdministrators } from "../message-queue/notices";

/** What raising an alert reads and writes. */
export type AlertTx = Pick<
  WriteTx,
  "securityAlerts" | "messages" | "tenantSettings" | "notificationChoices" | "select"
>;
/** An alert as it is raised. */
export type NewAlert = Parameters<WriteTx["securityAlerts"]["insert"]>[0] & {
  openKey: string;
  detectedAt: Date;
};

const isGrave = (severity: string) => severity === "high" || severity === "critical";

/**
 * Tells the administrators of something. While an alert of the same key is open it is the same alert: its counts and words are
 * brought up to date, unless it was grave and this is less, and nobody is told twice. Owners and administrators get a message
 * of a high or critical one, or once an open one has become so. Gives its id.
 */
export async function raiseAlert(tx: AlertTx, alert: NewAlert): Promise<{ id: number; isNew: boolean }> {
  const { severity, summary, affectedUserCount, details, detectedAt } = alert;
  const { isNew, open } = await openOf(tx, alert);
  if (isGrave(severity) && (isNew || !isGrave(open.severity)))
    await noticeAdministrators(tx, {
      template: "security_alert",
      data: { summary, url: "./security/alerts" },
    });
  // What was grave stays so until somebody has looked at it.
  if (!isNew && (isGrave(severity) || !isGrave(open.severity)))
    await tx.securityAlerts.update(open.id, { severity, summary, affectedUserCount, details, detectedAt });
  return { id: open.id, isNew };
}

/** The open alert of this key, held until the transaction ends; made where there is none. */
async function openOf(tx: AlertTx, alert: NewAlert) {
  const isNew = await tx.securityAlerts.insertIfAbsent(alert);
  const found = await tx.securityAlerts.find(eq(securityAlerts.openKey, alert.openKey));
  const open = found && (await tx.securityAlerts.lock(found.id));
  // Somebody may have closed it meanwhile: then it is a new one after all.
  return open?.openKey === alert.openKey
    ? { isNew, open }
    : { isNew: true, open: await tx.securityAlerts.insert(alert) };
}
