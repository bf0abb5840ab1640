import { getExtracted } from "next-intl/server";
import { openUserPage, userTitle } from "../open-user-page";
import { UserRoles } from "./user-roles";

export async function generateMetadata({ params }: PageProps<"/[tenant]/users/[userId]/roles">) {
  const t = await getExtracted("users");
  return userTitle(params, t("Roles"));
}

export default async function UserRolesPage({ params }: PageProps<"/[tenant]/users/[userId]/roles">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageRoles");
  await page.prefetch(page.trpc.roles.grantable.queryOptions({}));
  return show(<UserRoles tenant={tenant} userId={userId} />);
}
