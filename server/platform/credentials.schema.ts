import * as z from "zod";
import { platformCapabilityNames } from "@/server/kernel/capabilities";
import { Id, Name, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";

export const NewPlatformCredential = z.strictObject({
  name: Name,
  capabilities: z
    .array(z.enum(platformCapabilityNames, must("not_capability")))
    .min(1, must("no_capabilities"))
    .max(20),
});

export const PlatformCredential = z.object({
  credentialId: Id,
  name: z.string(),
  clientId: z.string(),
  capabilities: z.array(z.string()),
  createdAt: Timestamp,
  rotatedAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});

/** The only responses that contain the secret; it cannot be read again. */
export const PlatformCredentialSecret = z.object({
  credentialId: Id,
  name: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
});
