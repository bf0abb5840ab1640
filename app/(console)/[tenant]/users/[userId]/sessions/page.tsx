import { getExtracted } from "next-intl/server";
import { openUserPage, userTitle } from "../open-user-page";
import { UserSessions } from "./user-sessions";

export async function generateMetadata({ params }: PageProps<"/[tenant]/users/[userId]/sessions">) {
  const t = await getExtracted("users");
  return userTitle(params, t("Sessions"));
}

export default async function UserSessionsPage({ params }: PageProps<"/[tenant]/users/[userId]/sessions">) {
  const { page, userId, mayDecide, isOwn, show } = await openUserPage(params, "ReadSessions");
  await page.prefetch(page.trpc.sessions.rows.queryOptions({ userId }));
  return show(<UserSessions userId={userId} mayEnd={(mayDecide || isOwn) && page.may("ManageSessions")} />);
}
