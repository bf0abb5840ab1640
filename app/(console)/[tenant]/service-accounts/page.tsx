import type { Metadata } from "next";
import { openWorkspace } from "@/app/workspace";
import { ServiceAccountsTable } from "./service-accounts-table";

export const metadata: Metadata = { title: "Service accounts" };

export default async function ServiceAccountsPage({ params }: PageProps<"/[tenant]/service-accounts">) {
  const page = (await openWorkspace((await params).tenant)).require("ManageServiceAccounts");
  await page.prefetch(page.trpc.serviceAccounts.list.queryOptions({}));
  return page.hydrate(<ServiceAccountsTable />);
}
