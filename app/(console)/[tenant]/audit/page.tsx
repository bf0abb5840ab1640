import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { auditFilters, tenantAuditQuery } from "../../_frame/log/audit-filters";
import { TenantAudit } from "./tenant-audit";

export const generateMetadata = areaTitle("auditLog");

export default consolePage("ReadAuditLog", async (page) => {
  const filters = await page.filters(auditFilters);
  await page.prefetch(
    page.trpc.audit.page.queryOptions(tenantAuditQuery(filters)),
    page.trpc.savedViews.list.queryOptions({ list: "audit" }),
    // Prefetches the names of the events, because the filter shows the label of the chosen event.
    ...(filters.event === "" ? [] : [page.trpc.audit.eventNames.queryOptions({})]),
  );
  return (
    <Words of="audit">
      <TenantAudit tenant={page.tenant} />
    </Words>
  );
});
