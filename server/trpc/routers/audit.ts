import { listAuditPage } from "@/server/domain/audit/audit-page";
import { read, router } from "../init";

export const auditRouter = router({ page: read(listAuditPage) });
