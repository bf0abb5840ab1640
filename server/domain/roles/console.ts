import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { apps } from "@/db/tenant/apps";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { notFound } from "@/server/kernel/errors";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation";
import { getTheApp } from "../apps/apps";
import { AppRoleRow, GrantableRole, RoleMember } from "./roles.schema";

const holderCount = sql<number>`(select count(*)::int from ${roleGrants} held where held.tenant_id = ${roles}.tenant_id and held.role_id = ${roles}.id)`;

export const listAppRoleRows = query({
  capability: "ManageRoles",
  summary: "List an app's roles with how many hold each",
  input: z.strictObject({ appId: Id }),
  output: z.array(AppRoleRow),
  run: async ({ tx }, { appId }) => {
    await getTheApp(tx, appId);
    return tx.select({
      fields: { roleId: roles.id, name: roles.name, description: roles.description, holderCount },
      from: roles,
      where: eq(roles.appId, appId),
      orderBy: [asc(roles.nameKey)],
    });
  },
});

export const listAppRoleMembers = query({
  capability: "ManageRoles",
  summary: "List who holds a role of an app",
  input: z.strictObject({ appId: Id, roleId: Id }),
  output: z.array(RoleMember),
  run: async ({ tx }, { appId, roleId }) => {
    const role = await tx.roles.find(and(eq(roles.id, roleId), eq(roles.appId, appId))!);
    if (!role) throw notFound("role of this app");
    return tx.select({
      fields: { userId: users.id, email: users.email, name: users.name },
      from: roleGrants,
      join: [{ table: users, on: eq(users.id, roleGrants.userId) }],
      where: eq(roleGrants.roleId, roleId),
      orderBy: [asc(users.nameKey), asc(users.id)],
    });
  },
});

export const listGrantableRoles = query({
  capability: "ManageRoles",
  summary: "List every role that can be granted, the organization's and those of apps",
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
