import type { auditEvents } from "@/db/tenant/journal";
import type { Row } from "@/server/kernel/operation/store";
import type { AuditEvent } from "./audit.schema";

export const toAuditEvent = (row: Row<typeof auditEvents>): AuditEvent => ({
  ...row,
  at: row.at.toISOString(),
});

export const instantOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
