import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { RolesTable } from "./roles-table";

export const metadata: Metadata = { title: "Roles" };

export default async function RolesPage({ params }: PageProps<"/[tenant]/roles">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageRoles");
  await page.prefetch(page.trpc.roles.list.queryOptions({}));
  return page.hydrate(<RolesTable tenant={tenant} />);
}
