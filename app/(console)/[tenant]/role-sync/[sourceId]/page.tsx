import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { SourceDetail } from "./source-detail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("role-sync");
  return { title: t("Role sync source") };
}

export default async function SourcePage({ params }: PageProps<"/[tenant]/role-sync/[sourceId]">) {
  const { tenant, sourceId: text } = await params;
  const page = await openPage(tenant, "ManageRoleSync");
  const sourceId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(
    page.trpc.roleSync.get.queryOptions({ sourceId }),
    page.trpc.roleSync.list.queryOptions({}),
    page.trpc.roleSync.runs.queryOptions({ sourceId }),
  );
  return page.hydrate(
    <SourceDetail
      tenant={tenant}
      sourceId={sourceId}
      mayListRoles={page.may("ManageRoles")}
      mayReadLog={page.may("ReadAuditLog")}
    />,
  );
}
