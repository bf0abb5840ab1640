import * as z from "zod";
import { Channel } from "../message-queue/channels.schema";

/** The channels for messages about a user's account. */
export const OwnNotifications = z.object({
  mayChoose: z.boolean(),
  channels: z.array(
    z.object({
      channel: Channel,
      /** The user's address; null: there is none, and nothing is sent. */
      address: z.string().nullable(),
      /** True if the user has proved the address; null if it cannot be proved. */
      verified: z.boolean().nullable(),
      chosen: z.boolean(),
    }),
  ),
});
