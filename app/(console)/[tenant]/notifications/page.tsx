import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { NotificationSettings } from "./notification-settings";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ params }: PageProps<"/[tenant]/notifications">) {
  const page = await openPage((await params).tenant, "ManageNotificationSettings");
  await page.prefetch(
    page.trpc.notifications.get.queryOptions({}),
    page.trpc.notifications.messages.queryOptions({}),
  );
  return page.hydrate(<NotificationSettings />);
}
