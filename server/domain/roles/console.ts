import { and, asc, eq, gt, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { apps } from "@/db/tenant/apps";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { isAmong, type ReadTx } from "@/server/kernel/operation/store";
import { requireApp } from "./app-roles";
import { AppRoleRow, GrantableRole, RoleMembersPage, RoleMembersQuery } from "./roles.schema";
import { roleRefusals } from "./roles";

const holderCount = sql<number>`(select count(*)::int from ${roleGrants} held where held.tenant_id = ${roles}.tenant_id and held.role_id = ${roles}.id)`;

export const listAppRoleRows = query({
  name: "listAppRoleRows",
  console: "apps.roles.rows",
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
      orderBy: [asc(inNameOrder(roles.nameKey))],
    });
  },
});

export const listRoleMembersPage = query({
  name: "listRoleMembersPage",
  console: { at: "roles.members", shows: ["GET /roles/{roleId}/members"] },
  capability: "ManageRoles",
  summary: "List the holders of a role, for the console",
  description:
    "In order of id; cursor is the nextCursor of the previous page. `holders` counts all holders, also during a search. " +
    "In a role with more than 20,000 holders, a page of a search can have fewer members than the limit and a nextCursor.",
  input: RoleMembersQuery,
  output: RoleMembersPage,
  run: async ({ tx }, { roleId, search, limit, cursor }) => {
    if (!(await tx.roles.get(roleId))) throw roleRefusals.not_found();
    const holders = await tx.roleGrants.count(eq(roleGrants.roleId, roleId));
    const page = { roleId, cursor, limit };
    return { ...(await (search ? searched(tx, page, search, holders) : membersPage(tx, page))), holders };
  },
});

interface MembersPage {
  roleId: number;
  cursor: number;
  limit: number;
}

/** Maximum numbers of users that the server reads for one page of a search. A test lowers these limits. */
export const memberBounds = {
  /** Number of members of the role that are compared with the search text. */
  compared: 20_000,
  /** Number of users that the search index may return. These users are then looked up among the members of the role. */
  lookedUp: 10_000,
};

/**
 * Returns the members after the cursor, ordered by user id. If `condition` is given, reads the next `memberBounds.compared`
 * members and returns the matching ones. A page can then have fewer members than the limit although further members follow.
 */
async function membersPage(
  tx: Pick<ReadTx, "select">,
  { roleId, cursor, limit }: MembersPage,
  condition?: SQL,
) {
  const held = and(eq(roleGrants.roleId, roleId), gt(roleGrants.userId, cursor))!;
  const orderBy = [asc(roleGrants.userId)];
  const rows = await tx.select({
    fields: { userId: users.id, email: users.email, name: users.name },
    from: roleGrants,
    ...(condition && { among: { where: held, orderBy, limit: memberBounds.compared } }),
    join: [{ table: users, on: eq(users.id, roleGrants.userId) }],
    where: condition ?? held,
    orderBy,
    limit: limit + 1,
  });
  const members = rows.slice(0, limit);
  if (rows.length > limit) return { members, nextCursor: members.at(-1)!.userId };
  if (!condition) return { members, nextCursor: null };
  const [compared] = await tx.select({
    fields: { userId: roleGrants.userId },
    from: roleGrants,
    where: held,
    orderBy,
    offset: memberBounds.compared - 1,
    limit: 1,
  });
  return { members, nextCursor: compared?.userId ?? null };
}

/**
 * Returns the members that match a search. If the role has many members, finds the matching users by the search index first.
 * Otherwise compares the members of the role one by one.
 */
async function searched(
  tx: Pick<ReadTx, "select" | "peopleContaining">,
  page: MembersPage,
  search: string,
  holders: number,
) {
  const found =
    holders > memberBounds.lookedUp
      ? await tx.peopleContaining({ part: "text", term: search, atMost: memberBounds.lookedUp })
      : null;
  if (!found) return membersPage(tx, page, sql`position(lower(${search}) in ${users.searchText}) > 0`);
  const held = await tx.select({
    fields: { userId: roleGrants.userId },
    from: roleGrants,
    where: and(
      eq(roleGrants.roleId, page.roleId),
      gt(roleGrants.userId, page.cursor),
      isAmong(roleGrants.userId, found),
    ),
    orderBy: [asc(roleGrants.userId)],
    limit: page.limit + 1,
  });
  const ids = held.slice(0, page.limit).map(({ userId }) => userId);
  const members = await tx.select({
    fields: { userId: users.id, email: users.email, name: users.name },
    from: users,
    where: isAmong(users.id, ids),
    orderBy: [asc(users.id)],
  });
  return { members, nextCursor: held.length > page.limit ? ids.at(-1)! : null };
}

export const listGrantableRoles = query({
  name: "listGrantableRoles",
  console: "roles.grantable",
  capability: "ManageRoles",
  summary: "List all roles that can be granted",
  input: z.strictObject({}),
  output: z.array(GrantableRole),
  run: ({ tx }) =>
    tx.select({
      fields: { roleId: roles.id, name: roles.name, appId: roles.appId, appName: apps.name },
      from: roles,
      join: [{ table: apps, on: eq(apps.id, roles.appId), optional: true }],
      orderBy: [sql`${inNameOrder(apps.name)} nulls first`, asc(inNameOrder(roles.nameKey))],
    }),
});
