import * as z from "zod";
import { HeldRole } from "../users/users.schema";
import { Description, Id, Limit, Name, SearchText, wholeNumber } from "@/server/kernel/fields";

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

/** Selects a part of a role's members. The default is all members. */
export const RoleMembersPart = z.strictObject({
  roleId: Id,
  limit: wholeNumber(1, 10_000).optional(),
  cursor: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The last userId of the previous part."),
});

/** Selects a page of a role's members. The search covers the same fields as the search of users. */
export const RoleMembersQuery = z.strictObject({
  roleId: Id,
  search: SearchText.optional(),
  limit: Limit,
  cursor: z.int().min(0).default(0),
});

export const RoleMembersPage = z.object({
  members: z.array(RoleMember),
  /** Total number of users and service accounts with the role. */
  holders: z.int(),
  nextCursor: Id.nullable(),
});

/** A role of an app in the console's list. */
export const AppRoleRow = Role.extend({ holderCount: z.int() });
export type AppRoleRow = z.output<typeof AppRoleRow>;

/** A role that can be granted. `appId` is null for a role of the organization. */
export const GrantableRole = HeldRole.omit({ grantedAt: true });
export type GrantableRole = z.output<typeof GrantableRole>;
