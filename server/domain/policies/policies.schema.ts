import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";

/** Settings for the duration of sessions. */
export const SessionPolicy = z.object({
  defaultDurationHours: wholeNumber(1, 720),
  rememberMeAllowed: z.boolean(),
  rememberMeMaxDurationDays: wholeNumber(1, 365),
});
export type SessionPolicy = z.output<typeof SessionPolicy>;

export const sessionDefaults: SessionPolicy = {
  defaultDurationHours: 12,
  rememberMeAllowed: true,
  rememberMeMaxDurationDays: 30,
};

/**
 * Lifetimes of the tokens of apps, within the platform's limits. If `alwaysRequireConsent` is true, every sign-in to an app
 * requires the user's consent.
 */
export const TokenPolicy = z.object({
  accessTokenLifetimeSeconds: wholeNumber(300, 86_400),
  refreshTokenLifetimeDays: wholeNumber(1, 365),
  alwaysRequireConsent: z.boolean(),
});

export const tokenDefaults: z.output<typeof TokenPolicy> = {
  accessTokenLifetimeSeconds: 3_600,
  refreshTokenLifetimeDays: 30,
  alwaysRequireConsent: false,
};
