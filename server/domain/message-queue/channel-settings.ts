import * as z from "zod";
import { setting } from "../settings/tenant-settings";
import { NotificationSettings } from "./channels.schema";

/** The organization's settings for the channels of messages to users. */
export const notificationSettings = setting("notification-settings", z.object(NotificationSettings.shape), {
  enabledChannels: ["email"],
  allowUserOverride: true,
});
