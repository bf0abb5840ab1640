import { z } from "zod";

/** What a password must be (platform settings; clarifications, document 2, 6). */
export const PasswordPolicy = z.strictObject({
  minLength: z.int().min(8).max(128).default(12),
  /** Refuse passwords that hold the address or the part before its @. */
  refuseAddress: z.boolean().default(true),
  /** Refuse the passwords that guessing starts with. */
  refuseCommon: z.boolean().default(true),
});

/** The platform's settings, set by its administrators; every field has a default, so that an old row stays valid. */
export const PlatformSettings = z.strictObject({
  passwordPolicy: PasswordPolicy.prefault({}),
  /** The longest lifetimes that a tenant's token policy may choose. */
  maxAccessTokenSeconds: z.int().min(300).max(86_400).default(3_600),
  maxRefreshTokenDays: z.int().min(1).max(365).default(90),
  /** How long the access tokens of management and platform credentials live, in seconds. */
  managementTokenSeconds: z.int().min(60).max(86_400).default(3_600),
  /** Requests a minute that one credential may send. */
  requestsPerMinute: z.int().min(10).max(10_000_000).default(600_000),
  /** How long a console session lasts, in hours. */
  consoleSessionHours: z.int().min(1).max(720).default(12),
  /** Wrong passwords in a row after which a person is locked, and for how many minutes. */
  lockAfterFailures: z.int().min(3).max(100).default(10),
  lockMinutes: z.int().min(1).max(1_440).default(15),
  /** Slugs that no organization can have, beside the ones that Castellan's own addresses need. */
  reservedSlugs: z.array(z.string().regex(/^[a-z0-9]{1,40}$/)).max(500).default([]),
});

export type PlatformSettings = z.output<typeof PlatformSettings>;
