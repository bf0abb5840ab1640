import { and, desc, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import * as z from "zod";
import { securityAlerts } from "@/db/tenant/sign-ins";
import { decodeCursor, encodeCursor } from "@/server/kernel/operation/cursor";
import { Id, Instant, Limit, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { Row } from "@/server/kernel/operation/store";
import { textIn, type Words } from "@/server/kernel/texts/text";
import { AlertPageQuery, SecurityAlert } from "./risk.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const alertRefusals = defineRefusals("alert", {
  /** The alert does not exist, or an administrator has acknowledged it. */
  not_open: { status: 404, text: "There is no such unacknowledged alert." },
});

const toAlert =
  (words: Words) =>
  (row: Row<typeof securityAlerts>): z.output<typeof SecurityAlert> => ({
    alertId: row.id,
    alertType: row.alertType,
    severity: row.severity,
    summary: words(row.summary),
    affectedUserCount: row.affectedUserCount,
    detectedAt: row.detectedAt.toISOString(),
    acknowledgedAt: timestampOrNull(row.acknowledgedAt),
  });

const newestFirst = [desc(securityAlerts.detectedAt), desc(securityAlerts.id)];

export const listSecurityAlerts = query({
  name: "listSecurityAlerts",
  rest: "GET /security-alerts",
  capability: "ReadRiskSignals",
  summary: "List security alerts",
  description: "Newest first, including acknowledged ones.",
  input: z.strictObject({ limit: Limit }),
  output: z.array(SecurityAlert),
  run: async ({ tx, words }, { limit }) =>
    (await tx.securityAlerts.list({ orderBy: newestFirst, limit })).map(toAlert(words)),
});

const Position = z.tuple([Instant, Id]);

/** SQL conditions of the alert states. */
const inState = {
  open: isNull(securityAlerts.acknowledgedAt),
  acknowledged: isNotNull(securityAlerts.acknowledgedAt),
  all: undefined,
};

export const listAlertsPage = query({
  name: "listAlertsPage",
  console: { at: "risk.alerts", shows: ["GET /security-alerts"] },
  capability: "ReadRiskSignals",
  summary: "List security alerts for the console",
  description: "Newest first, filtered by state and paged by an opaque cursor.",
  input: AlertPageQuery,
  output: z.object({ alerts: z.array(SecurityAlert), nextCursor: z.string().nullable() }),
  run: async ({ tx, words }, { state, limit, cursor }) => {
    const position = cursor === undefined ? null : decodeCursor(Position, cursor);
    const rows = await tx.securityAlerts.list({
      where: and(inState[state], position ? before(new Date(position[0]), position[1]) : undefined),
      orderBy: newestFirst,
      limit: limit + 1,
    });
    const alerts = rows.slice(0, limit).map(toAlert(words));
    const last = alerts.at(-1);
    return {
      alerts,
      nextCursor: last && rows.length > limit ? encodeCursor([last.detectedAt, last.alertId]) : null,
    };
  },
});

/** Returns the condition for alerts that are older than the last alert of the previous page. */
const before = (at: Date, alertId: number) =>
  or(
    lt(securityAlerts.detectedAt, at),
    and(eq(securityAlerts.detectedAt, at), lt(securityAlerts.id, alertId)),
  );

export const acknowledgeAlert = command({
  name: "acknowledgeAlert",
  rest: "POST /security-alerts/{alertId}/acknowledge",
  console: "risk.acknowledge",
  capability: "ManageRiskSignals",
  summary: "Acknowledge a security alert",
  description: "Works once: an acknowledged alert is not found again here.",
  input: z.strictObject({ alertId: Id }),
  output: SecurityAlert,
  event: "alert_acknowledged",
  target: ({ alertId }) => ({ ref: `alert:${alertId}` }),
  run: async ({ tx, actor, now, words, changed, labelled }, { alertId }) => {
    const before = await tx.securityAlerts.lock(alertId);
    if (!before || before.acknowledgedAt !== null) throw alertRefusals.not_open();
    labelled(textIn("en", before.summary));
    const after = { acknowledgedAt: now, acknowledgedBy: actor.subject.label };
    changed(before, after);
    // Clears the key. The next finding with the same key then raises a new alert.
    return toAlert(words)((await tx.securityAlerts.update(alertId, { ...after, openKey: null }))!);
  },
});
