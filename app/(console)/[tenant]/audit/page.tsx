import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { auditFilters } from "../../_frame/log/audit-filters";
import { tenantAuditQuery } from "./query";
import { TenantAudit } from "./tenant-audit";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("audit");
  return { title: t("Audit log") };
}

const load = createLoader(auditFilters);

export default async function AuditPage({ params, searchParams }: PageProps<"/[tenant]/audit">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadAuditLog");
  const filters = await load(searchParams);
  await page.prefetch(
    page.trpc.audit.page.queryOptions(tenantAuditQuery(filters)),
    page.trpc.savedViews.list.queryOptions({ list: "audit" }),
    // Prefetches the names of the events, because the filter shows the label of the chosen event.
    ...(filters.event === "" ? [] : [page.trpc.audit.eventNames.queryOptions({})]),
  );
  return page.hydrate(
    <Words of="audit">
      <TenantAudit tenant={tenant} />
    </Words>,
  );
}
