import { z } from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { setting } from "../settings/tenant-settings";

/** How long people stay signed in. */
export const sessionPolicy = setting(
  "session-policy",
  z.object({
    defaultDurationHours: wholeNumber(1, 720),
    rememberMeAllowed: z.boolean(),
    rememberMeMaxDurationDays: wholeNumber(1, 365),
  }),
  { defaultDurationHours: 12, rememberMeAllowed: true, rememberMeMaxDurationDays: 30 },
);

/** How long apps' tokens live, within the platform's bounds, and whether people are asked each time. */
export const tokenPolicy = setting(
  "token-policy",
  z.object({
    accessTokenLifetimeSeconds: wholeNumber(300, 86_400),
    refreshTokenLifetimeDays: wholeNumber(1, 365),
    alwaysRequireConsent: z.boolean(),
  }),
  { accessTokenLifetimeSeconds: 3_600, refreshTokenLifetimeDays: 30, alwaysRequireConsent: false },
);

/** Whether administrators may act as someone else, and who must agree. */
export const actAs = setting(
  "act-as-settings",
  z.object({ enabled: z.boolean(), requireApproval: z.boolean() }),
  {
    enabled: false,
    requireApproval: true,
  },
);
