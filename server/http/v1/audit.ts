import { listAuditPage } from "@/server/domain/audit/audit-page";
import { listAuditEvents } from "@/server/domain/audit/audit";
import { exportAuditEvents } from "@/server/domain/audit/export";
import { GET, group } from "../endpoint";

export const auditEndpoints = group("Audit log", "/api/v1", [
  GET("/audit-events", listAuditEvents, { inConsole: listAuditPage }),
  GET("/audit-events/export", exportAuditEvents, {
    inConsole: listAuditPage,
    download: {
      by: "format",
      kinds: {
        ndjson: { contentType: "application/x-ndjson", fileName: "audit-events.ndjson" },
        csv: { contentType: "text/csv; charset=utf-8", fileName: "audit-events.csv" },
      },
    },
  }),
]);
