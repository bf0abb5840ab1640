import {
  getNotificationSettings,
  updateNotificationSettings,
} from "@/server/domain/notifications/notifications";
import { GET, group, PATCH } from "../endpoint";

export const notificationEndpoints = group("Notification settings", "/api/v1", [
  GET("/notification-settings", getNotificationSettings),
  PATCH("/notification-settings", updateNotificationSettings),
]);
