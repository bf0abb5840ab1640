import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { NotificationSettings } from "./notification-settings";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("notifications");
  return { title: t("Notifications") };
}

export default async function NotificationsPage({ params }: PageProps<"/[tenant]/notifications">) {
  const page = await openPage((await params).tenant, "ManageNotificationSettings");
  await page.prefetch(
    page.trpc.notifications.get.queryOptions({}),
    page.trpc.notifications.messages.queryOptions({}),
  );
  return page.hydrate(
    <Words of="notifications">
      <NotificationSettings />
    </Words>,
  );
}
