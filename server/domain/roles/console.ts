import { and, asc, eq, gt, sql } from "drizzle-orm";
import * as z from "zod";
import { apps } from "@/db/tenant/apps";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { roleRefusals } from "@/server/kernel/refusals/roles";
import { requireApp } from "./app-roles";
import { AppRoleRow, GrantableRole, RoleMembersPage, RoleMembersQuery } from "./roles.schema";

const holderCount = sql<number>`(select count(*)::int from ${roleGrants} held where held.tenant_id = ${roles}.tenant_id and held.role_id = ${roles}.id)`;

export const listAppRoleRows = query({
  name: "listAppRoleRows",
  capability: "ManageRoles",
  summary: "List an app's roles with the number of holders",
  input: z.strictObject({ appId: Id }),
  output: z.array(AppRoleRow),
  run: async ({ tx }, { appId }) => {
    await requireApp(tx, appId);
    return tx.select({
      fields: { roleId: roles.id, name: roles.name, description: roles.description, holderCount },
      from: roles,
      where: eq(roles.appId, appId),
      orderBy: [asc(roles.nameKey)],
    });
  },
});

export const listRoleMembersPage = query({
  name: "listRoleMembersPage",
  capability: "ManageRoles",
  summary: "List the holders of a role, for the console",
  description:
    "In order of id; cursor is the nextCursor of the previous page. `holders` counts all holders, also during a search.",
  input: RoleMembersQuery,
  output: RoleMembersPage,
  run: async ({ tx }, { roleId, search, limit, cursor }) => {
    if (!(await tx.roles.get(roleId))) throw roleRefusals.not_found();
    const held = eq(roleGrants.roleId, roleId);
    const [holders, rows] = await Promise.all([
      tx.roleGrants.count(held),
      tx.select({
        fields: { userId: users.id, email: users.email, name: users.name },
        from: roleGrants,
        join: [{ table: users, on: eq(users.id, roleGrants.userId) }],
        where: and(
          held,
          gt(roleGrants.userId, cursor),
          // Does not use the search index over all users, which would find everybody with the name before the filter
          // by role.
          search ? sql`position(lower(${search}) in ${users.searchText}) > 0` : undefined,
        ),
        orderBy: [asc(roleGrants.userId)],
        limit: limit + 1,
      }),
    ]);
    const members = rows.slice(0, limit);
    return { members, holders, nextCursor: rows.length > limit ? members.at(-1)!.userId : null };
  },
});

export const listGrantableRoles = query({
  name: "listGrantableRoles",
  capability: "ManageRoles",
  summary: "List all roles that can be granted",
  input: z.strictObject({}),
  output: z.array(GrantableRole),
  run: ({ tx }) =>
    tx.select({
      fields: { roleId: roles.id, name: roles.name, appId: roles.appId, appName: apps.name },
      from: roles,
      join: [{ table: apps, on: eq(apps.id, roles.appId), optional: true }],
      orderBy: [sql`${apps.name} nulls first`, asc(roles.nameKey)],
    }),
});
