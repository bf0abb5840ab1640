import * as z from "zod";

export const Phone = z
  .string()
  .trim()
  .regex(/^\+?[0-9 ()./-]{3,40}$/, "must be a phone number like +44 20 7946 0958");

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
