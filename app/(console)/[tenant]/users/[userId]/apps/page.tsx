import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openUserPage } from "../open-user-page";
import { UserApps } from "./user-apps";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("users");
  return { title: t("Connected apps of a user") };
}

export default async function UserAppsPage({ params }: PageProps<"/[tenant]/users/[userId]/apps">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageConnectedApps");
  await page.prefetch(page.trpc.connectedApps.ofUser.queryOptions({ userId }));
  return show(<UserApps tenant={tenant} userId={userId} mayOpenApps={page.may("RegisterApps")} />);
}
