import { eq } from "drizzle-orm";
import { securityAlerts } from "@/db/tenant/sign-ins";
import type { WriteTx } from "@/server/kernel/operation/store";
import { noticeAdministrators } from "../messages/notices";

/** The part of a transaction that `raiseAlert` needs. */
export type AlertTx = Pick<
  WriteTx,
  "securityAlerts" | "messages" | "tenantSettings" | "notificationChoices" | "select"
>;
/** A new alert. `openKey` identifies the subject of the alert. */
export type NewAlert = Parameters<WriteTx["securityAlerts"]["insert"]>[0] & {
  openKey: string;
  detectedAt: Date;
};

const isGrave = (severity: string) => severity === "high" || severity === "critical";

/**
 * Raises an alert for the administrators and returns the id of the alert. If an alert with the same key is open, updates its
 * severity, counts and summary. Never lowers a high or critical severity to a lower one. Queues a message to owners and
 * administrators when the severity becomes high or critical.
 */
export async function raiseAlert(tx: AlertTx, alert: NewAlert): Promise<{ id: number; isNew: boolean }> {
  const { severity, summary, affectedUserCount, details, detectedAt } = alert;
  const { isNew, open } = await openOf(tx, alert);
  if (isGrave(severity) && (isNew || !isGrave(open.severity)))
    await noticeAdministrators(tx, {
      template: "security_alert",
      data: { summary, url: "./security/alerts" },
    });
  // Keeps a high or critical severity of an open alert if the new severity is lower than high.
  if (!isNew && (isGrave(severity) || !isGrave(open.severity)))
    await tx.securityAlerts.update(open.id, { severity, summary, affectedUserCount, details, detectedAt });
  return { id: open.id, isNew };
}

/**
 * Returns the open alert of this key and locks its row until the transaction ends. Creates the alert if no alert of this key is
 * open.
 */
async function openOf(tx: AlertTx, alert: NewAlert) {
  const isNew = await tx.securityAlerts.insertIfAbsent(alert);
  const found = await tx.securityAlerts.find(eq(securityAlerts.openKey, alert.openKey));
  const open = found && (await tx.securityAlerts.lock(found.id));
  // Creates a new alert if another transaction has closed the found alert before the lock.
  return open?.openKey === alert.openKey
    ? { isNew, open }
    : { isNew: true, open: await tx.securityAlerts.insert(alert) };
}
