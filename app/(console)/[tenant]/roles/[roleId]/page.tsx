import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { RoleDetail } from "./role-detail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("roles");
  return { title: t("Role") };
}

export default async function RolePage({ params }: PageProps<"/[tenant]/roles/[roleId]">) {
  const { tenant, roleId: text } = await params;
  const page = await openPage(tenant, "ManageRoles");
  const roleId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(
    page.trpc.roles.get.queryOptions({ roleId }),
    page.trpc.roles.members.queryOptions({ roleId }),
  );
  return page.hydrate(<RoleDetail tenant={tenant} roleId={roleId} mayReadLog={page.may("ReadAuditLog")} />);
}
