import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { ServiceAccountsTable } from "./service-accounts-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("service-accounts");
  return { title: t("Service accounts") };
}

export default async function ServiceAccountsPage({ params }: PageProps<"/[tenant]/service-accounts">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageServiceAccounts");
  await page.prefetch(page.trpc.serviceAccounts.list.queryOptions({}));
  return page.hydrate(<ServiceAccountsTable tenant={tenant} />);
}
