import * as z from "zod";
import { PasswordPolicy, PlatformSettings, SignInOptions } from "@/server/kernel/settings";

export { PasswordPolicy, SignInOptions };

/** What holds for tokens and requests. */
export const TokenForm = PlatformSettings.pick({
  maxAccessTokenSeconds: true,
  maxRefreshTokenDays: true,
  managementTokenSeconds: true,
  requestsPerMinute: true,
});

/** What holds for sign-ins. */
export const SignInForm = PlatformSettings.pick({
  consoleSessionHours: true,
  lockAfterFailures: true,
  lockMinutes: true,
  administratorSecondFactor: true,
});

/** Slugs are typed in one line; the server checks each. */
export const SlugForm = z.strictObject({ reservedSlugs: z.string() });
