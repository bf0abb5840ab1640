import {
  getNotificationSettings,
  updateNotificationSettings,
} from "@/server/domain/notifications/notifications";
import { read, router, write } from "../init";

export const notificationsRouter = router({
  get: read(getNotificationSettings),
  update: write(updateNotificationSettings),
});
