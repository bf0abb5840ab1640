import { listAuditPage } from "@/server/domain/audit/audit-page";
import { verifyAuditLog } from "@/server/domain/audit/verify";
import { read, router } from "../init";

export const auditRouter = router({ page: read(listAuditPage), verify: read(verifyAuditLog) });
