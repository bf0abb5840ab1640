import { setting } from "../settings/tenant-settings";
import { SessionPolicy, TokenPolicy } from "./policies.schema";

export const sessionPolicy = setting("session-policy", SessionPolicy, {
  defaultDurationHours: 12,
  rememberMeAllowed: true,
  rememberMeMaxDurationDays: 30,
});

export const tokenPolicy = setting("token-policy", TokenPolicy, {
  accessTokenLifetimeSeconds: 3_600,
  refreshTokenLifetimeDays: 30,
  alwaysRequireConsent: false,
});
