import {
  getNotificationSettings,
  updateNotificationSettings,
} from "@/server/domain/notifications/notifications";
import { GET, group, PATCH } from "../endpoint";

export const notificationEndpoints = group("Notification settings", "/api/v1", {
  getNotificationSettings: GET("/notification-settings", getNotificationSettings),
  updateNotificationSettings: PATCH("/notification-settings", updateNotificationSettings),
});
