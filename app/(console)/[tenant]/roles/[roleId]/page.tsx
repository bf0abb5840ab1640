import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { memberFilters, membersQuery } from "./filters";
import { RoleDetail } from "./role-detail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("roles");
  return { title: t("Role") };
}

const load = createLoader(memberFilters);

export default async function RolePage({ params, searchParams }: PageProps<"/[tenant]/roles/[roleId]">) {
  const { tenant, roleId: text } = await params;
  const page = await openPage(tenant, "ManageRoles");
  const roleId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(
    page.trpc.roles.get.queryOptions({ roleId }),
    page.trpc.roles.members.queryOptions(membersQuery(roleId, await load(searchParams))),
  );
  return page.hydrate(<RoleDetail tenant={tenant} roleId={roleId} mayReadLog={page.may("ReadAuditLog")} />);
}
