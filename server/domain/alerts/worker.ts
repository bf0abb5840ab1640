import type { TransactionSql } from "postgres";
import { raiseAlert, type NewAlert } from "./raise-alert";
import { withinTenant } from "../../store/stores";
import { ofChanges, type OutboxEvent, type Subscriber } from "../../outbox/dispatcher";
import { defineTexts } from "@/server/kernel/texts/define";

export const alertTexts = defineTexts("alert", {
  became_owner: "{user} became an owner, by {actor}.",
  became_administrator: "{user} became an administrator, by {actor}.",
  data_exported: "{actor} exported the organization’s data.",
  exported_often: "{actor} exported data {count} times within an hour.",
});

/** Number of exports of an actor within an hour that raises an alert. */
const EXPORTS = 3;
const exports = ["data_exported", "audit_log_exported", "users_exported"];
const exportActions = exports.flatMap((event) => [`console.${event}`, `management_api.${event}`]);

type Alert = Omit<NewAlert, "details" | "detectedAt">;

const actorOf = ({ payload }: OutboxEvent) =>
  (payload["actor"] as { label?: string } | undefined)?.label ?? "somebody";

const labelOf = ({ payload }: OutboxEvent) => {
  const label = payload["targetLabel"] ?? payload["target"];
  return typeof label === "string" ? label : "somebody";
};

/** Returns the alert of an event that made a user an administrator. */
function newAdministrator(event: OutboxEvent): Alert | null {
  const changes = event.payload["changes"] as { role?: { from: unknown; to: unknown } } | null | undefined;
  if (!changes?.role || changes.role.from !== null) return null;
  const became = changes.role.to === "owner" ? alertTexts.became_owner : alertTexts.became_administrator;
  return {
    alertType: "new_administrator",
    severity: "medium",
    summary: became({ user: labelOf(event), actor: actorOf(event) }),
    openKey: `new_administrator:${String(event.payload["target"])}`,
    affectedUserCount: 1,
  };
}

/** Returns the alert of an export if it exports all data, or is one of many exports within an hour. */
async function massExport(event: OutboxEvent, tx: TransactionSql): Promise<Alert | null> {
  const actor = actorOf(event);
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from audit_events
    where tenant_id = ${event.tenantId} and action in ${tx(exportActions)} and actor_label = ${actor}
      and at > ${event.createdAt}::timestamptz - interval '1 hour' and at <= ${event.createdAt}::timestamptz`;
  const count = row?.count ?? 1;
  if (event.type !== "data_exported" && count < EXPORTS) return null;
  return {
    alertType: "mass_export",
    severity: count < EXPORTS ? "medium" : "high",
    summary:
      count < EXPORTS ? alertTexts.data_exported({ actor }) : alertTexts.exported_often({ actor, count }),
    openKey: `mass_export:${actor}`,
    affectedUserCount: 0,
  };
}

/** Raises alerts for events with a security risk. */
export const raiseAlerts: Subscriber = ofChanges(async (events, tx) => {
  for (const event of events) {
    const alert =
      event.type === "admin_granted"
        ? newAdministrator(event)
        : exports.includes(event.type)
          ? await massExport(event, tx)
          : null;
    if (alert === null) continue;
    const { tenantId, eventId, createdAt } = event;
    await withinTenant(tx, tenantId, (tenant) =>
      raiseAlert(tenant, { ...alert, details: { eventId }, detectedAt: new Date(createdAt) }),
    );
  }
});
