import { desc } from "drizzle-orm";
import { z } from "zod";
import { securityAlerts } from "@/db/tenant/sign-ins";
import { notFound } from "@/server/kernel/errors";
import { Id, Limit, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation";
import type { Row } from "@/server/kernel/store";
import { SecurityAlert } from "./risk.schema";

const toAlert = (row: Row<typeof securityAlerts>): z.output<typeof SecurityAlert> => ({
  alertId: row.id,
  alertType: row.alertType,
  severity: row.severity,
  summary: row.summary,
  affectedUserCount: row.affectedUserCount,
  detectedAt: row.detectedAt.toISOString(),
  acknowledgedAt: timestampOrNull(row.acknowledgedAt),
});

export const listSecurityAlerts = query({
  capability: "ReadRiskSignals",
  summary: "List security alerts",
  description: "Newest first, acknowledged ones among them.",
  input: z.strictObject({ limit: Limit }),
  output: z.array(SecurityAlert),
  run: async ({ tx }, { limit }) =>
    (
      await tx.securityAlerts.list({
        orderBy: [desc(securityAlerts.detectedAt), desc(securityAlerts.id)],
        limit,
      })
    ).map(toAlert),
});

export const acknowledgeAlert = command({
  capability: "ManageRiskSignals",
  summary: "Acknowledge a security alert",
  description: "Once: an acknowledged alert is not found again here.",
  input: z.strictObject({ alertId: Id }),
  output: SecurityAlert,
  event: "alert_acknowledged",
  target: ({ alertId }) => ({ ref: `alert:${alertId}` }),
  run: async ({ tx, actor, now, changed, labelled }, { alertId }) => {
    const before = await tx.securityAlerts.lock(alertId);
    if (!before || before.acknowledgedAt !== null) throw notFound("unacknowledged alert");
    labelled(before.summary);
    const after = { acknowledgedAt: now, acknowledgedBy: actor.subject.label };
    changed(before, after);
    // The next one of its kind is a new alert.
    return toAlert((await tx.securityAlerts.update(alertId, { ...after, openKey: null }))!);
  },
});
