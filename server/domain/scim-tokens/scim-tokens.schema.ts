import * as z from "zod";
import { Id, Instant, Name, Timestamp } from "@/server/kernel/fields";

export const ScimTokenInput = z.strictObject({
  name: Name.describe("Name for the audit log, for example that of the provider."),
  expiresAt: Instant.nullish().describe("Null: valid until it is revoked."),
});

export const ScimToken = z.object({
  tokenId: Id,
  name: z.string(),
  status: z.enum(["active", "expired", "revoked"]),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});
export type ScimToken = z.output<typeof ScimToken>;

/** The only response that contains the token; it cannot be read again. */
export const ScimTokenSecret = z.object({
  tokenId: Id,
  name: z.string(),
  token: z.string(),
  expiresAt: Timestamp.nullable(),
});

export const RoleGovernanceInput = z.strictObject({ roleId: Id, governed: z.boolean() });

/** A role of the organization; `governed` roles are groups for providers. */
export const GovernedRole = z.object({
  roleId: Id,
  name: z.string(),
  description: z.string().nullable(),
  governed: z.boolean(),
  /** The provider's id of the group; null until the provider links it. */
  externalId: z.string().nullable(),
});
export type GovernedRole = z.output<typeof GovernedRole>;
