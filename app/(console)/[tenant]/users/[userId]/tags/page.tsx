import { getExtracted } from "next-intl/server";
import { openUserPage, userTitle } from "../open-user-page";
import { UserTags } from "./user-tags";

export async function generateMetadata({ params }: PageProps<"/[tenant]/users/[userId]/tags">) {
  const t = await getExtracted("users");
  return userTitle(params, t("Tags"));
}

export default async function UserTagsPage({ params }: PageProps<"/[tenant]/users/[userId]/tags">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageRelationshipTags");
  await page.prefetch(page.trpc.tags.ofUser.queryOptions({ userId }), page.trpc.tags.list.queryOptions({}));
  return show(<UserTags tenant={tenant} userId={userId} mayAskApps={page.may("RegisterApps")} />);
}
