import { systemSubject } from "../kernel/operation/actor";
import type { SystemLabel } from "../kernel/system-labels";
import type { JournalEvent } from "../kernel/operation/store";

/** An archive or restore in the log of the organization and in that of the platform. */
interface Recorded {
  event: "organization_archived" | "organization_restored";
  by: SystemLabel;
  tenant: { id: number; slug: string };
  /** Details without secrets. */
  details: Record<string, unknown>;
}

/** Returns the audit event of an archive or restore. No webhook receives it. */
export function archiveEvent({ event, by, tenant, details }: Recorded): JournalEvent {
  return {
    action: `system.${event}`,
    type: null,
    target: `tenant:${tenant.id}`,
    targetLabel: tenant.slug,
    related: null,
    userId: null,
    userEmail: null,
    actorLabel: systemSubject(by).label,
    clientId: null,
    appId: null,
    ip: null,
    requestId: null,
    changes: Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, { from: null, to: value }]),
    ),
  };
}
