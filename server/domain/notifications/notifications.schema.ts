import * as z from "zod";

/** The channels that this version knows. */
export const channels = ["email", "sms"] as const;
export const Channel = z.enum(channels, `must be from ${channels.join(", ")}`);

export const NotificationSettings = z.strictObject({
  enabledChannels: z.array(Channel).overwrite((list) => [...new Set(list)]),
  allowUserOverride: z.boolean().describe("Whether people may choose their own channels."),
});

/** Over which of the organization's channels a person is told of what concerns their account. */
export const OwnNotifications = z.object({
  mayChoose: z.boolean(),
  channels: z.array(
    z.object({
      channel: Channel,
      /** Where it goes; null: they have none, so that nothing is sent. */
      address: z.string().nullable(),
      /** Whether they have proved the address; null where that cannot be proved. */
      verified: z.boolean().nullable(),
      chosen: z.boolean(),
    }),
  ),
});
