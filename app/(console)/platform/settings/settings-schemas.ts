import * as z from "zod";
import { PasswordPolicy, PlatformSettings, SignInOptions } from "@/server/kernel/settings";

export { PasswordPolicy, SignInOptions };

/** Settings for tokens and requests. */
export const TokenForm = PlatformSettings.pick({
  maxAccessTokenSeconds: true,
  maxRefreshTokenDays: true,
  managementTokenSeconds: true,
  requestsPerMinute: true,
});

/** Settings for sign-ins. */
export const SignInForm = PlatformSettings.pick({
  consoleSessionHours: true,
  lockAfterFailures: true,
  lockMinutes: true,
  administratorSecondFactor: true,
});

/** The slugs are one line. The server validates each. */
export const SlugForm = z.strictObject({ reservedSlugs: z.string() });
