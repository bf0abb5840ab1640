import * as z from "zod";
import { Channel } from "../message-queue/channels.schema";

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
