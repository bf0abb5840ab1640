import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { memberFilters, membersQuery } from "./filters";
import { RoleDetail } from "./role-detail";
import { NotThere } from "../../../_frame/not-there";
import { recordId, titleOf } from "../../../_frame/record";

export async function generateMetadata({ params }: PageProps<"/[tenant]/roles/[roleId]">): Promise<Metadata> {
  const t = await getExtracted("roles");
  const { tenant, roleId: text } = await params;
  const name = async () => {
    const page = await openPage(tenant, "ManageRoles");
    const roleId = recordId(text) ?? 0;
    return (await page.fetch(page.trpc.roles.get.queryOptions({ roleId }))).name;
  };
  return titleOf(name, t("Role"));
}

const load = createLoader(memberFilters);

export default async function RolePage({ params, searchParams }: PageProps<"/[tenant]/roles/[roleId]">) {
  const { tenant, roleId: text } = await params;
  const page = await openPage(tenant, "ManageRoles");
  const roleId = recordId(text);
  if (roleId === null) return <NotThere />;
  await page.prefetch(
    page.trpc.roles.get.queryOptions({ roleId }),
    page.trpc.roles.members.queryOptions(membersQuery(roleId, await load(searchParams))),
  );
  return page.hydrate(<RoleDetail tenant={tenant} roleId={roleId} mayReadLog={page.may("ReadAuditLog")} />);
}
