import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { ServiceAccountsTable } from "./service-accounts-table";

export const metadata: Metadata = { title: "Service accounts" };

export default async function ServiceAccountsPage({ params }: PageProps<"/[tenant]/service-accounts">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageServiceAccounts");
  await page.prefetch(page.trpc.serviceAccounts.list.queryOptions({}));
  return page.hydrate(<ServiceAccountsTable tenant={tenant} />);
}
