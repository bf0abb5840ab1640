import { getMessageSettings, updateMessageSettings } from "@/server/domain/messages/settings";
import {
  getNotificationSettings,
  updateNotificationSettings,
} from "@/server/domain/notifications/notifications";
import { getOwnNotifications, updateOwnNotifications } from "@/server/domain/notifications/own-choice";
import { read, router, write, writeOwn } from "../init";

export const notificationsRouter = router({
  get: read(getNotificationSettings),
  update: write(updateNotificationSettings),
  messages: read(getMessageSettings),
  updateMessages: write(updateMessageSettings),
  own: read(getOwnNotifications),
  updateOwn: writeOwn(updateOwnNotifications),
});
