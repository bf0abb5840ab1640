import { settingCommand, settingQuery } from "../settings/operations";
import { setting } from "../settings/tenant-settings";
import { MessageSettings } from "./settings.schema";

/** How messages to people are written where they say nothing about it themselves. */
export const messageSettings = setting("messages", MessageSettings, { language: "en" });

export const getMessageSettings = settingQuery("ManageNotificationSettings", messageSettings, {
  name: "getMessageSettings",
  summary: "Get the language of messages",
});

export const updateMessageSettings = settingCommand(
  "ManageNotificationSettings",
  messageSettings,
  MessageSettings.partial(),
  {
    name: "updateMessageSettings",
    summary: "Set the language of messages",
    description: "For people whose own language is not known; the others are written to in theirs.",
    event: "message_settings_updated",
  },
);
