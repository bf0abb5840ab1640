import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { roleGrants } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { Group } from "./groups.schema";

export type Membership = Pick<Group, "members" | "memberCount" | "lastGrantedAt">;

type MemberLimit = "all" | "none" | number;

/**
 * Returns the members of each role. If `limit` is a number, `members` is null for a role with more members than the limit.
 * Omits service accounts, because identity providers do not manage them.
 */
export async function memberships(
  tx: Pick<ReadTx, "select">,
  roleIds: number[],
  limit: MemberLimit,
): Promise<Map<number, Membership>> {
  if (roleIds.length === 0) return new Map();
  // Counts service accounts too. Excluding them would need a join. Without a join, PostgreSQL counts 10,000 grants in a
  // millisecond. The count only serves for the version of the group and the limit.
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
  const byRole = new Map(counted.map((row) => [row.roleId, row]));
  const members = await membersOf(
    tx,
    (most < 0 ? [] : [...small]).map((roleId) => ({ roleId, count: byRole.get(roleId)?.count ?? 0 })),
  );
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

/** Maximum number of members that one statement reads. */
const CHUNK = 10_000;

async function membersOf(tx: Pick<ReadTx, "select">, roles: { roleId: number; count: number }[]) {
  const members = new Map<number, NonNullable<Group["members"]>>();
  const add = (rows: Awaited<ReturnType<typeof membersAfter>>) => {
    for (const { roleId, userId, kind, name, email } of rows) {
      if (kind !== "person") continue;
      const list = members.get(roleId) ?? [];
      list.push({ userId, display: name ?? email });
      members.set(roleId, list);
    }
  };
  const isLarge = ({ count }: { count: number }) => count > CHUNK / 10;
  const small = roles.filter((role) => !isLarge(role)).map(({ roleId }) => roleId);
  for (let from = 0; from < small.length; from += 10)
    add(await membersAfter(tx, small.slice(from, from + 10), 0));
  // Reads the members of a large group in several statements. A single join with all members would read every user of the
  // organization.
  for (const { roleId } of roles.filter(isLarge)) {
    let rows: Awaited<ReturnType<typeof membersAfter>> = [];
    do {
      rows = await membersAfter(tx, [roleId], rows.at(-1)?.userId ?? 0);
      add(rows);
    } while (rows.length === CHUNK);
  }
  return members;
}

/** Returns the next holders of these roles after the user id `afterId`, at most CHUNK. Includes service accounts. */
function membersAfter(tx: Pick<ReadTx, "select">, roleIds: number[], afterId: number) {
  return tx.select({
    fields: {
      roleId: roleGrants.roleId,
      userId: users.id,
      kind: users.kind,
      name: users.name,
      email: users.email,
    },
    from: roleGrants,
    among: {
      where: and(inArray(roleGrants.roleId, roleIds), gt(roleGrants.userId, afterId))!,
      orderBy: [asc(roleGrants.userId)],
      limit: CHUNK,
    },
    join: [{ table: users, on: eq(users.id, roleGrants.userId) }],
    orderBy: [asc(roleGrants.userId)],
  });
}
