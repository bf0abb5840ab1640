import { z } from "zod";
import { Description, Id, Name, Timestamp } from "@/server/kernel/fields";

export const RoleInput = z.strictObject({
  name: Name,
  description: Description.nullish(),
});

export const Role = z.object({
  roleId: Id,
  name: z.string(),
  description: z.string().nullable(),
});
export type Role = z.output<typeof Role>;

export const RoleMember = z.object({ userId: Id, email: z.string().nullable(), name: z.string().nullable() });

/** A role as someone holds it. */
export const HeldRole = z.object({
  roleId: Id,
  name: z.string(),
  appId: Id.nullable(),
  appName: z.string().nullable(),
  grantedAt: Timestamp,
});
export type HeldRole = z.output<typeof HeldRole>;
