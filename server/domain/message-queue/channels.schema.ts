import * as z from "zod";
import { must } from "@/server/kernel/strings/must";

/** The supported message channels. */
export const channels = ["email", "sms"] as const;
export const Channel = z.enum(channels, must("item_not_one_of", { values: channels.join(", ") }));

export const NotificationSettings = z.strictObject({
  enabledChannels: z.array(Channel).overwrite((list) => [...new Set(list)]),
  allowUserOverride: z.boolean().describe("True if people may choose their own channels."),
});
