import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { ServiceAccountDetail } from "./service-account-detail";
import { feedQuery } from "../../../_frame/log/feed-query";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";

const open = (params: PageProps<"/[tenant]/service-accounts/[userId]">["params"]) =>
  openRecord(params, "userId", "ManageServiceAccounts", ({ fetch, trpc }, userId) =>
    fetch(trpc.serviceAccounts.access.queryOptions({ userId })),
  );

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/service-accounts/[userId]">): Promise<Metadata> {
  const t = await getExtracted("service-accounts");
  return titleOf(async () => (await open(params)).record?.name, t("Service account"));
}

export default async function ServiceAccountPage({
  params,
}: PageProps<"/[tenant]/service-accounts/[userId]">) {
  const { tenant } = await params;
  const { page, id: userId } = await open(params);
  const mayReadLog = page.may("ReadAuditLog");
  if (mayReadLog) await page.prefetch(page.trpc.audit.page.queryOptions(feedQuery(`user:${userId}`)));
  return page.hydrate(
    <ServiceAccountDetail
      tenant={tenant}
      userId={userId}
      mayOpenCredentials={page.may("ManageCredentials")}
      mayOpenApps={page.may("RegisterApps")}
      mayReadLog={mayReadLog}
    />,
  );
}
