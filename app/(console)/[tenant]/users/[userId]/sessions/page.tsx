import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openUserPage } from "../open-user-page";
import { UserSessions } from "./user-sessions";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("users");
  return { title: t("Sessions of a user") };
}

export default async function UserSessionsPage({ params }: PageProps<"/[tenant]/users/[userId]/sessions">) {
  const { page, userId, show } = await openUserPage(params, "ReadSessions");
  await page.prefetch(page.trpc.sessions.rows.queryOptions({ userId }));
  return show(<UserSessions userId={userId} mayEnd={page.may("ManageSessions")} />);
}
