import { listAuditPage } from "@/server/domain/audit/audit-page";
import { getAuditSettings, updateAuditSettings } from "@/server/domain/audit/retention";
import { verifyAuditLog } from "@/server/domain/audit/verify";
import { read, router, write } from "../init";

export const auditRouter = router({
  page: read(listAuditPage),
  verify: read(verifyAuditLog),
  settings: read(getAuditSettings),
  updateSettings: write(updateAuditSettings),
});
