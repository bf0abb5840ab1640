import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { SourceDetail } from "./source-detail";
import { feedQuery } from "../../../_frame/log/feed-query";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";

const open = (params: PageProps<"/[tenant]/role-sync/[sourceId]">["params"]) =>
  openRecord(params, "sourceId", "ManageRoleSync", ({ fetch, trpc }, sourceId) =>
    fetch(trpc.roleSync.get.queryOptions({ sourceId })),
  );

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/role-sync/[sourceId]">): Promise<Metadata> {
  const t = await getExtracted("role-sync");
  return titleOf(async () => (await open(params)).record?.name, t("Role sync source"));
}

export default async function SourcePage({ params }: PageProps<"/[tenant]/role-sync/[sourceId]">) {
  const { tenant } = await params;
  const { page, id: sourceId } = await open(params);
  const mayReadLog = page.may("ReadAuditLog");
  await page.prefetch(
    page.trpc.roleSync.list.queryOptions({}),
    page.trpc.roleSync.runs.queryOptions({ sourceId }),
    ...(mayReadLog ? [page.trpc.audit.page.queryOptions(feedQuery(`source:${sourceId}`))] : []),
  );
  return page.hydrate(
    <SourceDetail
      tenant={tenant}
      sourceId={sourceId}
      mayListRoles={page.may("ManageRoles")}
      mayReadLog={mayReadLog}
    />,
  );
}
