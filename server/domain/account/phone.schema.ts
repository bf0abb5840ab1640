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
  /** True if this installation sends text messages, so that a number can be proven. */
  provable: z.boolean(),
  /** The number to which this session requested a code that can still be entered; null if there is none. */
  pending: z.string().nullable(),
});
export type OwnPhone = z.output<typeof OwnPhone>;
