import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { memberFilters, membersQuery } from "./filters";
import { RoleDetail } from "./role-detail";
import { feedQuery } from "../../../_frame/log/feed-query";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";

const open = (params: PageProps<"/[tenant]/roles/[roleId]">["params"]) =>
  openRecord(params, "roleId", "ManageRoles", ({ fetch, trpc }, roleId) =>
    fetch(trpc.roles.get.queryOptions({ roleId })),
  );

export async function generateMetadata({ params }: PageProps<"/[tenant]/roles/[roleId]">): Promise<Metadata> {
  const t = await getExtracted("roles");
  return titleOf(async () => (await open(params)).record?.name, t("Role"));
}

const load = createLoader(memberFilters);

export default async function RolePage({ params, searchParams }: PageProps<"/[tenant]/roles/[roleId]">) {
  const { tenant } = await params;
  const { page, id: roleId } = await open(params);
  const mayReadLog = page.may("ReadAuditLog");
  await page.prefetch(
    page.trpc.roles.members.queryOptions(membersQuery(roleId, await load(searchParams))),
    ...(mayReadLog ? [page.trpc.audit.page.queryOptions(feedQuery(`role:${roleId}`))] : []),
  );
  return page.hydrate(<RoleDetail tenant={tenant} roleId={roleId} mayReadLog={mayReadLog} />);
}
