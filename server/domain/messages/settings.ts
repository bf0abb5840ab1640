import * as z from "zod";
import { locales } from "@/server/kernel/strings/languages";
import { settingCommand, settingQuery } from "../settings/operations";
import { setting } from "../settings/tenant-settings";

const MessageSettings = z.strictObject({ language: z.enum(locales) });

/** The organization's default language for messages. */
export const messageSettings = setting("messages", MessageSettings, { language: "en" });

export const getMessageSettings = settingQuery("ManageNotificationSettings", messageSettings, {
  name: "getMessageSettings",
  console: "notifications.messages",
  summary: "Get the language of messages",
});

export const updateMessageSettings = settingCommand(
  "ManageNotificationSettings",
  messageSettings,
  MessageSettings.partial(),
  {
    name: "updateMessageSettings",
    console: "notifications.updateMessages",
    summary: "Set the language of messages",
    description: "Applies to users without a language of their own.",
    event: "message_settings_updated",
  },
);
