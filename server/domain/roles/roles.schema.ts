import * as z from "zod";
import { HeldRole } from "../users/users.schema";
import { Description, Id, Limit, Name, SearchText } from "@/server/kernel/fields";

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
export type RoleMember = z.output<typeof RoleMember>;

/** Which page of a role's members; the search looks through what that of people does. */
export const RoleMembersQuery = z.strictObject({
  roleId: Id,
  search: SearchText.optional(),
  limit: Limit,
  cursor: z.int().min(0).default(0),
});

export const RoleMembersPage = z.object({
  members: z.array(RoleMember),
  /** How many hold it in all. */
  holders: z.int(),
  nextCursor: Id.nullable(),
});

/** A role of an app as the console lists it. */
export const AppRoleRow = Role.extend({ holderCount: z.int() });
export type AppRoleRow = z.output<typeof AppRoleRow>;

/** A role that can be granted to someone; of an app where appId is not null. */
export const GrantableRole = HeldRole.omit({ grantedAt: true });
export type GrantableRole = z.output<typeof GrantableRole>;
