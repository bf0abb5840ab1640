import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SourcesTable } from "./sources-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("role-sync");
  return { title: t("Role sync") };
}

export default async function RoleSyncPage({ params }: PageProps<"/[tenant]/role-sync">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageRoleSync");
  await page.prefetch(page.trpc.roleSync.list.queryOptions({}));
  return page.hydrate(<SourcesTable tenant={tenant} mayListApps={page.may("RegisterApps")} />);
}
