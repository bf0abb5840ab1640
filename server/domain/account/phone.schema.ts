import * as z from "zod";
import { must } from "@/server/kernel/strings/must";

export const Phone = z
  .string()
  .trim()
  .regex(/^\+?[0-9 ()./-]{3,40}$/, must("not_phone"));

/** The user's own phone number. */
export const OwnPhone = z.object({
  phone: z.string().nullable(),
  /** True if codes can be sent to it. */
  proven: z.boolean(),
  /** True if this installation sends text messages, so that a number can be proven. */
  provable: z.boolean(),
  /** The number for which this session requested a code that was not yet entered. */
  pending: z.string().nullable(),
});
export type OwnPhone = z.output<typeof OwnPhone>;
