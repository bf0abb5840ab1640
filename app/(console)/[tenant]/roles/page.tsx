import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { RolesTable } from "./roles-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("roles");
  return { title: t("Roles") };
}

export default async function RolesPage({ params }: PageProps<"/[tenant]/roles">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageRoles");
  await page.prefetch(page.trpc.roles.list.queryOptions({}));
  return page.hydrate(<RolesTable tenant={tenant} />);
}
