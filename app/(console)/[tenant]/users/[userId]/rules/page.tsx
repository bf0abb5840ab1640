import { getExtracted } from "next-intl/server";
import { openUserPage, userTitle } from "../open-user-page";
import { UserRules } from "./user-rules";

export async function generateMetadata({ params }: PageProps<"/[tenant]/users/[userId]/rules">) {
  const t = await getExtracted("users");
  return userTitle(params, t("Access rules"));
}

export default async function UserRulesPage({ params }: PageProps<"/[tenant]/users/[userId]/rules">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageAccessRules");
  await page.prefetch(page.trpc.accessRules.ofPerson.queryOptions({ userId }));
  return show(<UserRules tenant={tenant} userId={userId} />);
}
