import { listAuditPage } from "@/server/domain/audit/audit-page";
import { findAuditEvents, getAuditEvent, listEventNames } from "@/server/domain/audit/find";
import { getAuditSettings, updateAuditSettings } from "@/server/domain/audit/retention";
import { verifyAuditLog } from "@/server/domain/audit/verify";
import { read, router, write } from "../init";

export const auditRouter = router({
  page: read(listAuditPage),
  event: read(getAuditEvent),
  find: read(findAuditEvents),
  eventNames: read(listEventNames),
  verify: read(verifyAuditLog),
  settings: read(getAuditSettings),
  updateSettings: write(updateAuditSettings),
});
