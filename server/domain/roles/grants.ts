import { and, asc, eq } from "drizzle-orm";
import * as z from "zod";
import { apps } from "@/db/tenant/apps";
import { roleGrants, roles } from "@/db/tenant/roles";
import { notFound } from "@/server/kernel/errors";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation";
import type { ReadTx } from "@/server/kernel/store";
import { labelOf, userTarget } from "../users/people";
import { HeldRole } from "./roles.schema";

/** A subject (a person or a service account) and a role, of the tenant or of an app. */
async function subjectAndRole(
  tx: Pick<ReadTx, "users" | "roles">,
  { userId, roleId }: { userId: number; roleId: number },
) {
  const [subject, role] = await Promise.all([tx.users.get(userId), tx.roles.get(roleId)]);
  if (!subject) throw notFound("user");
  if (!role) throw notFound("role");
  return { subject, role };
}

const Grant = z.object({ userId: Id, roleId: Id });

export const grantRole = command({
  capability: "ManageRoles",
  summary: "Grant a role",
  description:
    "To a user or a service account; the role may be an app's. One that is held already stays as it is.",
  input: z.strictObject({ userId: Id, roleId: Id }),
  output: Grant,
  event: "role_granted",
  touches: ["grants"],
  target: userTarget,
  run: async ({ tx, changed, labelled, concerns, unchanged }, grant) => {
    const { subject, role } = await subjectAndRole(tx, grant);
    if (!(await tx.roleGrants.insertIfAbsent(grant))) unchanged();
    labelled(labelOf(subject));
    concerns(`role:${role.id}`);
    changed({ role: null }, { role: role.name });
    return grant;
  },
});

export const revokeRole = command({
  capability: "ManageRoles",
  summary: "Take a role away",
  input: z.strictObject({ userId: Id, roleId: Id }),
  output: Grant,
  event: "role_revoked",
  touches: ["grants"],
  target: userTarget,
  run: async ({ tx, changed, labelled, concerns }, grant) => {
    const { subject, role } = await subjectAndRole(tx, grant);
    const held = and(eq(roleGrants.userId, grant.userId), eq(roleGrants.roleId, grant.roleId))!;
    if ((await tx.roleGrants.removeWhere(held)) === 0) throw notFound("role of this user");
    labelled(labelOf(subject));
    concerns(`role:${role.id}`);
    changed({ role: role.name }, { role: null });
    return grant;
  },
});

/** The roles that a subject holds, the tenant's and those of apps. */
export async function rolesOf(tx: Pick<ReadTx, "select">, userId: number): Promise<HeldRole[]> {
  const held = await tx.select({
    fields: {
      roleId: roles.id,
      name: roles.name,
      appId: roles.appId,
      appName: apps.name,
      grantedAt: roleGrants.grantedAt,
    },
    from: roleGrants,
    join: [
      { table: roles, on: eq(roles.id, roleGrants.roleId) },
      { table: apps, on: eq(apps.id, roles.appId), optional: true },
    ],
    where: eq(roleGrants.userId, userId),
    orderBy: [asc(roles.nameKey), asc(roles.id)],
  });
  return held.map((role) => ({ ...role, grantedAt: role.grantedAt.toISOString() }));
}

export const listUserRoles = query({
  capability: "ManageRoles",
  summary: "List the roles that someone holds",
  input: z.strictObject({ userId: Id }),
  output: z.array(HeldRole),
  run: async ({ tx }, { userId }) => {
    if (!(await tx.users.get(userId))) throw notFound("user");
    return rolesOf(tx, userId);
  },
});
