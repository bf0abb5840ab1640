import * as z from "zod";
import { tenantCapabilityNames } from "@/server/kernel/capabilities";
import { Id, Name, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";

const Capability = z.enum(tenantCapabilityNames, must("not_capability"));

/** A list of at least one capability. */
export const Capabilities = z
  .array(Capability)
  .min(1, must("no_capabilities"))
  .max(tenantCapabilityNames.length * 2, must("repeated_capability"));

export const CredentialInput = z.strictObject({
  name: Name,
  capabilities: Capabilities,
  serviceAccountId: Id.nullish().describe(
    "The service account that it acts as; by default a new one with the same name.",
  ),
});

export const Credential = z.object({
  credentialId: Id,
  name: z.string(),
  clientId: z.string(),
  capabilities: z.array(z.string()),
  serviceAccount: z
    .object({ userId: Id, name: z.string().nullable(), status: z.enum(["active", "suspended"]) })
    .nullable(),
  createdAt: Timestamp,
  rotatedAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});
export type Credential = z.output<typeof Credential>;

/** The secret of a credential. No other response contains the secret, and the server cannot show the secret again. */
export const CredentialSecret = z.object({
  credentialId: Id,
  name: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
});
