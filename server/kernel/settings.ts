import * as z from "zod";
import { wholeNumber } from "./fields";

/** What a password must be (platform settings; clarifications, document 2, 6). */
export const PasswordPolicy = z.strictObject({
  minLength: wholeNumber(8, 128),
  /** Refuse passwords that hold the address or the part before its @. */
  refuseAddress: z.boolean(),
  /** Refuse the passwords that guessing starts with. */
  refuseCommon: z.boolean(),
});

/** The ways to sign in that an organization can open to its people. */
export const SignInOptions = z.strictObject({
  webAuthnEnabled: z.boolean().describe("Passkeys and security keys."),
  webAuthnAllowAsAuthentication: z.boolean().describe("A passkey instead of a password."),
  webAuthnAllowAsMfa: z.boolean().describe("A passkey as the second factor."),
  deviceFlowEnabled: z.boolean().describe("Signing in on a device without a browser (RFC 8628)."),
  magicLinkCrossDeviceEnabled: z.boolean().describe("Opening a sign-in link on another device."),
});
export type SignInOptions = z.output<typeof SignInOptions>;

/** The platform's settings, set by its administrators. */
export const PlatformSettings = z.strictObject({
  passwordPolicy: PasswordPolicy,
  /** The longest lifetimes that a tenant's token policy may choose. */
  maxAccessTokenSeconds: wholeNumber(300, 86_400),
  maxRefreshTokenDays: wholeNumber(1, 365),
  /** How long the access tokens of management and platform credentials live, in seconds. */
  managementTokenSeconds: wholeNumber(60, 86_400),
  /** Requests a minute that one credential may send. */
  requestsPerMinute: wholeNumber(10, 10_000_000),
  /** How long a console session lasts, in hours. */
  consoleSessionHours: wholeNumber(1, 720),
  /** Wrong passwords in a row after which a person is locked, and for how many minutes. */
  lockAfterFailures: wholeNumber(3, 100),
  lockMinutes: wholeNumber(1, 1_440),
  /** Whether platform administrators must have a second factor: who has none sets one up at the next sign-in. */
  administratorSecondFactor: z.boolean(),
  /** What organizations may switch on. */
  allowedSignInOptions: SignInOptions,
  /** Slugs that no organization can have, beside the ones that Castellan's own addresses need. */
  reservedSlugs: z
    .array(z.string().regex(/^[a-z0-9]{1,40}$/, "must be lower-case letters and digits, at most 40"))
    .max(500, "must hold at most 500 slugs"),
});
export type PlatformSettings = z.output<typeof PlatformSettings>;

/** What is left out stays as it is. */
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
  // Generous: a limit is there to stop a runaway client, not to slow a normal one.
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

/** The settings after a change. */
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

/** Settings as they were saved, which may be before a field was thought of; null where none were. */
export const savedSettings = (saved: unknown) =>
  changedSettings(defaults, PlatformSettingsPatch.parse(saved ?? {}));
