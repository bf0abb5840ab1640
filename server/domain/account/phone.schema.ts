import * as z from "zod";
import { must } from "@/server/kernel/must";

export const Phone = z
  .string()
  .trim()
  .regex(/^\+?[0-9 ()./-]{3,40}$/, must("not_phone"));

/** What a person sees of their own number. */
export const OwnPhone = z.object({
  phone: z.string().nullable(),
  /** Whether codes can be sent to it. */
  proven: z.boolean(),
  /** Whether this installation sends text messages, so that a number can be proven. */
  provable: z.boolean(),
  /** The number that a code went to, asked for in this session and not typed yet. */
  pending: z.string().nullable(),
});
export type OwnPhone = z.output<typeof OwnPhone>;
