import * as z from "zod";
import { Id, Name, Timestamp } from "@/server/kernel/fields";

export const ServiceAccountInput = z.strictObject({ name: Name });

export const ServiceAccount = z.object({
  userId: Id,
  name: z.string(),
  status: z.enum(["active", "suspended"]),
  createdAt: Timestamp,
});
export type ServiceAccount = z.output<typeof ServiceAccount>;

/** The present access of a service account: its credentials, apps and roles. */
export const ServiceAccountAccess = ServiceAccount.extend({
  credentials: z.array(
    z.object({
      credentialId: Id,
      name: z.string(),
      clientId: z.string(),
      capabilities: z.array(z.string()),
      createdAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
      /**
       * True if the credential can obtain tokens now. The credential is not revoked, and the service account is not suspended.
       */
      effective: z.boolean(),
    }),
  ),
  apps: z.array(z.object({ appId: Id, name: z.string(), clientId: z.string() })),
  roles: z.array(z.object({ roleId: Id, name: z.string(), appName: z.string().nullable() })),
});
export type ServiceAccountAccess = z.output<typeof ServiceAccountAccess>;
