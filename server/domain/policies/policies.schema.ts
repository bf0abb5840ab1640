import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";

/** How long people stay signed in. */
export const SessionPolicy = z.object({
  defaultDurationHours: wholeNumber(1, 720),
  rememberMeAllowed: z.boolean(),
  rememberMeMaxDurationDays: wholeNumber(1, 365),
});
export type SessionPolicy = z.output<typeof SessionPolicy>;

/** How long apps' tokens live, within the platform's bounds, and whether people are asked each time. */
export const TokenPolicy = z.object({
  accessTokenLifetimeSeconds: wholeNumber(300, 86_400),
  refreshTokenLifetimeDays: wholeNumber(1, 365),
  alwaysRequireConsent: z.boolean(),
});
