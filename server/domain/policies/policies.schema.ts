import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";

/** Duration of sessions. */
export const SessionPolicy = z.object({
  defaultDurationHours: wholeNumber(1, 720),
  rememberMeAllowed: z.boolean(),
  rememberMeMaxDurationDays: wholeNumber(1, 365),
});
export type SessionPolicy = z.output<typeof SessionPolicy>;

/** Lifetimes of apps' tokens within the platform's bounds, and repeated consent. */
export const TokenPolicy = z.object({
  accessTokenLifetimeSeconds: wholeNumber(300, 86_400),
  refreshTokenLifetimeDays: wholeNumber(1, 365),
  alwaysRequireConsent: z.boolean(),
});
