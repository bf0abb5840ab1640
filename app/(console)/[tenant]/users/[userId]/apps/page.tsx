import { getExtracted } from "next-intl/server";
import { openUserPage, userTitle } from "../open-user-page";
import { UserApps } from "./user-apps";

export async function generateMetadata({ params }: PageProps<"/[tenant]/users/[userId]/apps">) {
  const t = await getExtracted("users");
  return userTitle(params, t("Connected apps"));
}

export default async function UserAppsPage({ params }: PageProps<"/[tenant]/users/[userId]/apps">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageConnectedApps");
  await page.prefetch(page.trpc.connectedApps.ofUser.queryOptions({ userId }));
  return show(<UserApps tenant={tenant} userId={userId} mayOpenApps={page.may("RegisterApps")} />);
}
