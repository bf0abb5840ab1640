import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { NotificationSettings } from "./notification-settings";

export const generateMetadata = areaTitle("notifications");

export default consolePage("ManageNotificationSettings", async (page) => {
  await page.prefetch(
    page.trpc.notifications.get.queryOptions({}),
    page.trpc.notifications.messages.queryOptions({}),
  );
  return (
    <Words of="notifications">
      <NotificationSettings />
    </Words>
  );
});
