import * as z from "zod";
import { wholeNumber } from "./fields";
import { must } from "./strings/must";

/** Requirements for a password (platform settings; clarifications, document 2, 6). */
export const PasswordPolicy = z.strictObject({
  minLength: wholeNumber(8, 128),
  /** Refuse passwords that contain the address or its part before the @. */
  refuseAddress: z.boolean(),
  /** Refuse common passwords. */
  refuseCommon: z.boolean(),
});

/** Sign-in methods that an organization can enable for its users. */
export const SignInOptions = z.strictObject({
  webAuthnEnabled: z.boolean().describe("Passkeys and security keys."),
  webAuthnAllowAsAuthentication: z.boolean().describe("A passkey instead of a password."),
  webAuthnAllowAsMfa: z.boolean().describe("A passkey as the second factor."),
  deviceFlowEnabled: z.boolean().describe("Signing in on a device without a browser (RFC 8628)."),
  magicLinkCrossDeviceEnabled: z.boolean().describe("Opening a sign-in link on another device."),
});
export type SignInOptions = z.output<typeof SignInOptions>;

/** The platform's settings, which its administrators change. */
export const PlatformSettings = z.strictObject({
  passwordPolicy: PasswordPolicy,
  /** Maximum lifetimes that a tenant's token policy may set. */
  maxAccessTokenSeconds: wholeNumber(300, 86_400),
  maxRefreshTokenDays: wholeNumber(1, 365),
  /** Lifetime of access tokens of management and platform credentials, in seconds. */
  managementTokenSeconds: wholeNumber(60, 86_400),
  /** Days after which a signing key is replaced by schedule; 0 for never. */
  signingKeyDays: wholeNumber(0, 3_650),
  /** Requests per minute for one credential. */
  requestsPerMinute: wholeNumber(10, 10_000_000),
  /** Lifetime of a console session, in hours. */
  consoleSessionHours: wholeNumber(1, 720),
  /** Number of consecutive wrong passwords that locks a user, and the duration in minutes. */
  lockAfterFailures: wholeNumber(3, 100),
  lockMinutes: wholeNumber(1, 1_440),
  /**
   * True requires a second factor of platform administrators. Those without one set it up at the next
   * sign-in.
   */
  administratorSecondFactor: z.boolean(),
  /** Sign-in methods that organizations may enable. */
  allowedSignInOptions: SignInOptions,
  /** Slugs that no organization can have, besides the slugs that Castellan's own addresses need. */
  reservedSlugs: z
    .array(z.string().regex(/^[a-z0-9]{1,40}$/, must("not_slug")))
    .max(500, must("too_many_slugs", { max: 500 })),
});
export type PlatformSettings = z.output<typeof PlatformSettings>;

/** A change of the settings. Omitted fields stay unchanged. */
export const PlatformSettingsPatch = PlatformSettings.partial().extend({
  passwordPolicy: PasswordPolicy.partial().optional(),
  allowedSignInOptions: SignInOptions.partial().optional(),
});
export type PlatformSettingsPatch = z.output<typeof PlatformSettingsPatch>;

const defaults: PlatformSettings = {
  passwordPolicy: { minLength: 12, refuseAddress: true, refuseCommon: true },
  maxAccessTokenSeconds: 3_600,
  maxRefreshTokenDays: 90,
  managementTokenSeconds: 3_600,
  signingKeyDays: 90,
  // A high limit: it stops a runaway client and does not slow a normal one.
  requestsPerMinute: 600_000,
  consoleSessionHours: 12,
  lockAfterFailures: 10,
  lockMinutes: 15,
  administratorSecondFactor: false,
  allowedSignInOptions: {
    webAuthnEnabled: true,
    webAuthnAllowAsAuthentication: true,
    webAuthnAllowAsMfa: true,
    deviceFlowEnabled: true,
    magicLinkCrossDeviceEnabled: true,
  },
  reservedSlugs: [],
};

/** Returns the settings after a change. */
export const changedSettings = (
  base: PlatformSettings,
  { passwordPolicy, allowedSignInOptions, ...patch }: PlatformSettingsPatch,
): PlatformSettings =>
  PlatformSettings.parse({
    ...base,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
    passwordPolicy: { ...base.passwordPolicy, ...passwordPolicy },
    allowedSignInOptions: { ...base.allowedSignInOptions, ...allowedSignInOptions },
  });

/**
 * Returns the stored settings with defaults for missing fields, which older versions did not store. Null
 * returns the defaults.
 */
export const savedSettings = (saved: unknown) =>
  changedSettings(defaults, PlatformSettingsPatch.parse(saved ?? {}));
