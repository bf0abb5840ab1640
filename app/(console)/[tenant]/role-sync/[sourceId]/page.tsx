import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SourceDetail } from "./source-detail";
import { NotThere } from "../../../_frame/not-there";
import { recordId, titleOf } from "../../../_frame/record";

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/role-sync/[sourceId]">): Promise<Metadata> {
  const t = await getExtracted("role-sync");
  const { tenant, sourceId: text } = await params;
  const name = async () => {
    const page = await openPage(tenant, "ManageRoleSync");
    const sourceId = recordId(text) ?? 0;
    return (await page.fetch(page.trpc.roleSync.get.queryOptions({ sourceId }))).name;
  };
  return titleOf(name, t("Role sync source"));
}

export default async function SourcePage({ params }: PageProps<"/[tenant]/role-sync/[sourceId]">) {
  const { tenant, sourceId: text } = await params;
  const page = await openPage(tenant, "ManageRoleSync");
  const sourceId = recordId(text);
  if (sourceId === null) return <NotThere />;
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
