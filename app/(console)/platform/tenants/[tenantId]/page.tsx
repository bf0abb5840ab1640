import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { TenantDetail } from "./tenant-detail";
import { feedQuery } from "../../../_frame/log/feed-query";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";

const open = (params: PageProps<"/platform/tenants/[tenantId]">["params"]) =>
  openRecord(params, "tenantId", "CreateTenants", ({ fetch, trpc }, tenantId) =>
    fetch(trpc.platform.tenants.detail.queryOptions({ tenantId })),
  );

export async function generateMetadata({
  params,
}: PageProps<"/platform/tenants/[tenantId]">): Promise<Metadata> {
  const t = await getExtracted("platform");
  return titleOf(async () => (await open(params)).record?.name, t("Organization"));
}

export default async function TenantPage({ params }: PageProps<"/platform/tenants/[tenantId]">) {
  const { page, id: tenantId } = await open(params);
  const mayReadLog = page.may("ReadPlatformAuditLog");
  if (mayReadLog)
    await page.prefetch(page.trpc.platform.audit.page.queryOptions(feedQuery(`tenant:${tenantId}`)));
  return page.hydrate(<TenantDetail tenantId={tenantId} mayReadLog={mayReadLog} />);
}
