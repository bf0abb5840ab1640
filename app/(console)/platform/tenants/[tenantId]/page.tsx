import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { TenantDetail } from "./tenant-detail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("platform");
  return { title: t("Organization") };
}

export default async function TenantPage({ params }: PageProps<"/platform/tenants/[tenantId]">) {
  const page = await openPage(null, "CreateTenants");
  const { tenantId: text } = await params;
  const tenantId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(page.trpc.platform.tenants.detail.queryOptions({ tenantId }));
  return page.hydrate(<TenantDetail tenantId={tenantId} mayReadLog={page.may("ReadPlatformAuditLog")} />);
}
