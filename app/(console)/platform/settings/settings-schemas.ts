import * as z from "zod";
import { PasswordPolicy, PlatformSettings, SignInOptions } from "@/server/kernel/settings";

export { PasswordPolicy, SignInOptions };

export const TokenForm = PlatformSettings.pick({
  maxAccessTokenSeconds: true,
  maxRefreshTokenDays: true,
  managementTokenSeconds: true,
  signingKeyDays: true,
  requestsPerMinute: true,
});

export const SignInForm = PlatformSettings.pick({
  consoleSessionHours: true,
  lockAfterFailures: true,
  lockMinutes: true,
  administratorSecondFactor: true,
});

/** Schema for the reserved slugs in one line. The server validates each slug. */
export const SlugForm = z.strictObject({ reservedSlugs: z.string() });
