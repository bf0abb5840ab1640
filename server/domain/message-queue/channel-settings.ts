import * as z from "zod";
import { setting } from "../settings/tenant-settings";
import { NotificationSettings } from "./channels.schema";

/** How the organization reaches its people. */
export const notificationSettings = setting("notification-settings", z.object(NotificationSettings.shape), {
  enabledChannels: ["email"],
  allowUserOverride: true,
});
