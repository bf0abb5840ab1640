import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { SourcesTable } from "./sources-table";

export const metadata: Metadata = { title: "Role sync" };

export default async function RoleSyncPage({ params }: PageProps<"/[tenant]/role-sync">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageRoleSync");
  await page.prefetch(page.trpc.roleSync.list.queryOptions({}));
  return page.hydrate(<SourcesTable tenant={tenant} mayListApps={page.may("RegisterApps")} />);
}
