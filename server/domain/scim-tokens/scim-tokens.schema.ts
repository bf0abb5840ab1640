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

/** The secret of a SCIM token. No other response contains the secret, and the server cannot show the secret again. */
export const ScimTokenSecret = z.object({
  tokenId: Id,
  name: z.string(),
  token: z.string(),
  expiresAt: Timestamp.nullable(),
});

export const RoleGovernanceInput = z.strictObject({ roleId: Id, governed: z.boolean() });

/** A role of the organization. `governed` is true if identity providers manage the role as a group. */
export const GovernedRole = z.object({
  roleId: Id,
  name: z.string(),
  description: z.string().nullable(),
  governed: z.boolean(),
  /** The provider's id of the group. Null until the provider links its group to the role. */
  externalId: z.string().nullable(),
});
export type GovernedRole = z.output<typeof GovernedRole>;
