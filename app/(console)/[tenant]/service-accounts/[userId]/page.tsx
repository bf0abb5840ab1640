import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { ServiceAccountDetail } from "./service-account-detail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("service-accounts");
  return { title: t("Service account") };
}

export default async function ServiceAccountPage({
  params,
}: PageProps<"/[tenant]/service-accounts/[userId]">) {
  const { tenant, userId: text } = await params;
  const page = await openPage(tenant, "ManageServiceAccounts");
  const userId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(page.trpc.serviceAccounts.access.queryOptions({ userId }));
  return page.hydrate(
    <ServiceAccountDetail
      tenant={tenant}
      userId={userId}
      mayOpenCredentials={page.may("ManageCredentials")}
      mayOpenApps={page.may("RegisterApps")}
      mayReadLog={page.may("ReadAuditLog")}
    />,
  );
}
