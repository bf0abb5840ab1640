import { listAuditEvents } from "@/server/domain/audit/audit";
import { GET, group } from "../endpoint";

export const auditEndpoints = group("Audit log", "/api/v1", {
  listAuditEvents: GET("/audit-events", listAuditEvents),
});
