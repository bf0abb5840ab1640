import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { TenantDetail } from "./tenant-detail";
import { NotThere } from "../../../_frame/not-there";
import { recordId, titleOf } from "../../../_frame/record";

export async function generateMetadata({
  params,
}: PageProps<"/platform/tenants/[tenantId]">): Promise<Metadata> {
  const t = await getExtracted("platform");
  const { tenantId: text } = await params;
  const name = async () => {
    const page = await openPage(null, "CreateTenants");
    const tenantId = recordId(text) ?? 0;
    return (await page.fetch(page.trpc.platform.tenants.detail.queryOptions({ tenantId }))).name;
  };
  return titleOf(name, t("Organization"));
}

export default async function TenantPage({ params }: PageProps<"/platform/tenants/[tenantId]">) {
  const page = await openPage(null, "CreateTenants");
  const { tenantId: text } = await params;
  const tenantId = recordId(text);
  if (tenantId === null) return <NotThere />;
  await page.prefetch(page.trpc.platform.tenants.detail.queryOptions({ tenantId }));
  return page.hydrate(<TenantDetail tenantId={tenantId} mayReadLog={page.may("ReadPlatformAuditLog")} />);
}
