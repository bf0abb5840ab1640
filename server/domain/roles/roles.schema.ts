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

/** A role of an app as the console lists it. */
export const AppRoleRow = Role.extend({ holderCount: z.int() });
export type AppRoleRow = z.output<typeof AppRoleRow>;

/** A role that can be granted to someone; of an app where appId is not null. */
export const GrantableRole = HeldRole.omit({ grantedAt: true });
export type GrantableRole = z.output<typeof GrantableRole>;
