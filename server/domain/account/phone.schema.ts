import * as z from "zod";
import { must } from "@/server/kernel/strings/must";

export const Phone = z
  .string()
  .trim()
  .regex(/^\+?[0-9 ()./-]{3,40}$/, must("not_phone"));

/** The user's own phone number. */
export const OwnPhone = z.object({
  phone: z.string().nullable(),
  /** True if codes may be sent to the number. */
  proven: z.boolean(),
  /** True if this installation sends text messages. Only then can a user prove a number. */
  provable: z.boolean(),
  /** The number to which this session requested a code, while the code is valid; null if there is no valid code. */
  pending: z.string().nullable(),
});
export type OwnPhone = z.output<typeof OwnPhone>;
