import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openUserPage, userTitle } from "../open-user-page";
import { activityFilters, activityQuery } from "./filters";
import { UserActivity } from "./user-activity";

export async function generateMetadata({ params }: PageProps<"/[tenant]/users/[userId]/activity">) {
  const t = await getExtracted("users");
  return userTitle(params, t("Activity"));
}

const load = createLoader(activityFilters);

export default async function UserActivityPage({
  params,
  searchParams,
}: PageProps<"/[tenant]/users/[userId]/activity">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ReadAuditLog");
  await page.prefetch(page.trpc.audit.page.queryOptions(activityQuery(userId, await load(searchParams))));
  return show(<UserActivity tenant={tenant} userId={userId} />);
}
