import { getExtracted } from "next-intl/server";
import { openUserPage, userTitle } from "../open-user-page";
import { UserFields } from "./user-fields";

export async function generateMetadata({ params }: PageProps<"/[tenant]/users/[userId]/fields">) {
  const t = await getExtracted("users");
  return userTitle(params, t("Custom fields"));
}

export default async function UserFieldsPage({ params }: PageProps<"/[tenant]/users/[userId]/fields">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageUsers");
  await page.prefetch(page.trpc.customFields.ofUser.queryOptions({ userId }));
  return show(<UserFields tenant={tenant} userId={userId} mayDefine={page.may("ManageCustomFields")} />);
}
