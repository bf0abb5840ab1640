import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { ServiceAccountDetail } from "./service-account-detail";
import { NotThere } from "../../../_frame/not-there";
import { recordId, titleOf } from "../../../_frame/record";

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/service-accounts/[userId]">): Promise<Metadata> {
  const t = await getExtracted("service-accounts");
  const { tenant, userId: text } = await params;
  const name = async () => {
    const page = await openPage(tenant, "ManageServiceAccounts");
    const userId = recordId(text) ?? 0;
    return (await page.fetch(page.trpc.serviceAccounts.access.queryOptions({ userId }))).name;
  };
  return titleOf(name, t("Service account"));
}

export default async function ServiceAccountPage({
  params,
}: PageProps<"/[tenant]/service-accounts/[userId]">) {
  const { tenant, userId: text } = await params;
  const page = await openPage(tenant, "ManageServiceAccounts");
  const userId = recordId(text);
  if (userId === null) return <NotThere />;
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
