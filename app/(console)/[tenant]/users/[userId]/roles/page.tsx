import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openUserPage } from "../open-user-page";
import { UserRoles } from "./user-roles";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("users");
  return { title: t("Roles of a user") };
}

export default async function UserRolesPage({ params }: PageProps<"/[tenant]/users/[userId]/roles">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageRoles");
  await page.prefetch(page.trpc.roles.grantable.queryOptions({}));
  return show(<UserRoles tenant={tenant} userId={userId} />);
}
