import * as z from "zod";
import { command, query } from "@/server/kernel/operation/operation";
import type { Words } from "@/server/kernel/texts/text";
import { changeSetting, readSetting, settingTarget } from "../settings/tenant-settings";
import { Channel, channels, NotificationSettings, notificationSettings } from "../messages/notices";
import { defineTexts } from "@/server/kernel/texts/define";

const messageTexts = defineTexts("message", {
  channel_missing: "The operator of this installation has not set it up.",
});

const ChannelState = z.object({
  channel: Channel,
  enabled: z.boolean(),
  state: z.enum(["ready", "not_configured"]).describe("`ready` if this installation can send over it."),
  reason: z.string().nullable(),
});

const Answer = NotificationSettings.extend({ channelStates: z.array(ChannelState) });

/** Returns the state of each message channel for the organization. */
function statesOf(
  words: Words,
  enabled: readonly string[],
  configured: Record<(typeof channels)[number], boolean>,
) {
  return channels.map((channel) => ({
    channel,
    enabled: enabled.includes(channel),
    state: configured[channel] ? ("ready" as const) : ("not_configured" as const),
    reason: configured[channel] ? null : words(messageTexts.channel_missing()),
  }));
}

export const getNotificationSettings = query({
  name: "getNotificationSettings",
  rest: "GET /notification-settings",
  console: "notifications.get",
  capability: "ManageNotificationSettings",
  summary: "Get the notification settings",
  input: z.strictObject({}),
  output: Answer,
  prepare: ({ ports }) => Promise.resolve(ports.channels),
  run: async ({ tx, words }, _input, configured) => {
    const settings = await readSetting(tx, notificationSettings);
    return { ...settings, channelStates: statesOf(words, settings.enabledChannels, configured) };
  },
});

export const updateNotificationSettings = command({
  name: "updateNotificationSettings",
  rest: "PATCH /notification-settings",
  console: "notifications.update",
  capability: "ManageNotificationSettings",
  summary: "Change the notification settings",
  description:
    "Changes only the fields that are sent. A channel can be enabled before it is set up; nothing is sent over it until then.",
  input: NotificationSettings.partial(),
  output: Answer,
  event: "notification_settings_updated",
  target: () => settingTarget(notificationSettings),
  prepare: ({ ports }) => Promise.resolve(ports.channels),
  run: async ({ tx, now, words, changed }, patch, configured) => {
    const { before, after } = await changeSetting(tx, notificationSettings, patch, now);
    changed(before, after);
    return { ...after, channelStates: statesOf(words, after.enabledChannels, configured) };
  },
});
