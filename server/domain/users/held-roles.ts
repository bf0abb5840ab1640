import { asc, eq } from "drizzle-orm";
import { inNameOrder } from "@/db/kit";
import { apps } from "@/db/tenant/apps";
import { roleGrants, roles } from "@/db/tenant/roles";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { HeldRole } from "./users.schema";

/** Returns the roles of a user or service account. Includes the roles of apps. */
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
    orderBy: [asc(inNameOrder(roles.nameKey)), asc(roles.id)],
  });
  return held.map((role) => ({ ...role, grantedAt: role.grantedAt.toISOString() }));
}
