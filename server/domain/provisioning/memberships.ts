import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { roleGrants } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { Group } from "./groups.schema";

export type Membership = Pick<Group, "members" | "memberCount" | "lastGrantedAt">;

type MemberLimit = "all" | "none" | number;

/**
 * Returns the members of each role: all, none, or all up to a limit and none above it. Omits service
 * accounts, which providers do not manage.
 */
export async function memberships(
  tx: Pick<ReadTx, "select">,
  roleIds: number[],
  limit: MemberLimit,
): Promise<Map<number, Membership>> {
  if (roleIds.length === 0) return new Map();
  // Includes service accounts: the count serves only the version, and without a join 10,000 grants are counted in a
  // millisecond.
  const counted = await tx.select({
    fields: {
      roleId: roleGrants.roleId,
      count: sql<number>`count(*)::int`,
      last: sql<string>`(extract(epoch from max(${roleGrants.grantedAt})) * 1000)::bigint`,
    },
    from: roleGrants,
    where: inArray(roleGrants.roleId, roleIds),
    groupBy: [roleGrants.roleId],
  });
  const most = limit === "all" ? Infinity : limit === "none" ? -1 : limit;
  const small = new Set(roleIds);
  for (const { roleId, count } of counted) if (count > most) small.delete(roleId);
  const members = await membersOf(tx, most < 0 ? [] : [...small]);
  const byRole = new Map(counted.map((row) => [row.roleId, row]));
  return new Map(
    roleIds.map((roleId) => [
      roleId,
      {
        members: most < 0 || !small.has(roleId) ? null : (members.get(roleId) ?? []),
        memberCount: byRole.get(roleId)?.count ?? 0,
        lastGrantedAt: byRole.has(roleId) ? new Date(Number(byRole.get(roleId)!.last)).toISOString() : null,
      },
    ]),
  );
}

async function membersOf(tx: Pick<ReadTx, "select">, roleIds: number[]) {
  const members = new Map<number, NonNullable<Group["members"]>>();
  if (roleIds.length === 0) return members;
  const rows = await tx.select({
    fields: { roleId: roleGrants.roleId, userId: users.id, name: users.name, email: users.email },
    from: roleGrants,
    join: [{ table: users, on: eq(users.id, roleGrants.userId) }],
    where: and(inArray(roleGrants.roleId, roleIds), eq(users.kind, "person")),
    orderBy: [asc(users.id)],
  });
  for (const { roleId, userId, name, email } of rows) {
    const list = members.get(roleId) ?? [];
    list.push({ userId, display: name ?? email });
    members.set(roleId, list);
  }
  return members;
}
