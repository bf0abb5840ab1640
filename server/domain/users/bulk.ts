import { and, asc, count, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { roleGrants, roles } from "@/db/tenant/roles";
import { sessions } from "@/db/tenant/sessions";
import { tags, userTags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { BulkAction, BulkPlan, MOST_SELECTED, SelectedIds } from "./bulk.schema";
import { lockedAt } from "./console";
import { UserPageQuery } from "./users.schema";

/*
 * Operations for many selected users in the console: find the users of a filter, preview an action, and export users. Jobs
 * perform the actions (server/domain/bulk-jobs).
 */

export const matchingUsers = query({
  name: "matchingUsers",
  console: "usersBulk.matching",
  cost: "heavy",
  capability: "ManageUsers",
  summary: "List the ids of all users that match a search and a filter",
  description: `At most ${MOST_SELECTED}; \`more\` is true if there are others.`,
  input: UserPageQuery.pick({ search: true, status: true }),
  output: z.object({ userIds: z.array(Id), more: z.boolean() }),
  run: async ({ tx, now }, { search, status }) => {
    const limit = MOST_SELECTED + 1;
    const rows = await tx.select({
      fields: { id: users.id },
      from: users,
      where: and(
        search ? tx.peopleMatching({ text: search, afterId: 0, limit: ALL }) : eq(users.kind, "person"),
        status === "locked" ? lockedAt(now) : status && eq(users.status, status),
      ),
      orderBy: [asc(users.id)],
      limit,
    });
    return { userIds: rows.slice(0, MOST_SELECTED).map(({ id }) => id), more: rows.length === limit };
  },
});

/**
 * The largest `int` of PostgreSQL, used as "no limit". A limit would be wrong here, because the query applies further
 * conditions after the search.
 */
const ALL = 2_147_483_647;

export const planBulk = query({
  name: "planBulk",
  console: { at: "usersBulk.plan", inBody: true },
  cost: "heavy",
  capability: "ManageUsers",
  summary: "Preview what an action changes for these users",
  input: z.strictObject({ userIds: SelectedIds, action: BulkAction }),
  output: BulkPlan,
  run: async ({ tx, now }, { userIds, action }) => {
    const concerned = await concernedBy(tx, userIds, action);
    return {
      userIds: concerned,
      sessions: action.do === "suspend" && concerned.length > 0 ? await liveSessions(tx, concerned, now) : 0,
    };
  },
});

/** Returns the ids of the given users whom the action changes. */
export async function concernedBy(tx: Pick<ReadTx, "select">, userIds: number[], action: BulkAction) {
  if (userIds.length === 0) return [];
  const people = and(inArray(users.id, userIds), eq(users.kind, "person"))!;
  const present = await idsOf(tx, users.id, people);
  const already = await asAsked(tx, userIds, action);
  return [...present].filter((id) => !already.has(id));
}

type IdColumn = typeof users.id | typeof roleGrants.userId | typeof userTags.userId;

async function idsOf(tx: Pick<ReadTx, "select">, id: IdColumn, where: SQL): Promise<Set<number>> {
  const from = id === users.id ? users : id === roleGrants.userId ? roleGrants : userTags;
  return new Set((await tx.select({ fields: { id }, from, where })).map((row) => row.id));
}

/** Returns the ids of the given users who already have the requested state. */
export async function asAsked(
  tx: Pick<ReadTx, "select">,
  userIds: number[],
  action: BulkAction,
): Promise<Set<number>> {
  const those = async (id: IdColumn, where: SQL, wanted: boolean) => {
    const found = await idsOf(tx, id, and(inArray(id, userIds), where)!);
    return wanted ? found : new Set(userIds.filter((userId) => !found.has(userId)));
  };
  switch (action.do) {
    case "suspend":
      return those(users.id, eq(users.status, "suspended"), true);
    case "reactivate":
      return those(users.id, eq(users.status, "active"), true);
    case "grant":
      return those(roleGrants.userId, eq(roleGrants.roleId, action.roleId), true);
    case "revoke":
      return those(roleGrants.userId, eq(roleGrants.roleId, action.roleId), false);
    case "tag":
      return those(userTags.userId, eq(userTags.tagId, action.tagId), true);
    case "untag":
      return those(userTags.userId, eq(userTags.tagId, action.tagId), false);
  }
}

async function liveSessions(tx: Pick<ReadTx, "select">, userIds: number[], now: Date) {
  const live = and(
    inArray(sessions.userId, userIds),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
  )!;
  const [row] = await tx.select({ fields: { live: count() }, from: sessions, where: live });
  return row?.live ?? 0;
}

const ExportedUser = z.object({
  userId: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  status: z.string(),
  roles: z.array(z.string()),
  tags: z.array(z.string()),
  createdAt: z.string(),
});

export const exportUsers = query({
  name: "exportUsers",
  console: { at: "usersBulk.export", inBody: true },
  cost: "heavy",
  capability: "ManageUsers",
  summary: "Export these users with their roles and tags",
  input: z.strictObject({ userIds: SelectedIds }),
  output: z.array(ExportedUser),
  // Records the export in the audit log. Exports of personal data can then be traced.
  recorded: { event: "users_exported", target: () => ({ ref: "setting:users" }) },
  run: async ({ tx }, { userIds }) => {
    const [people, held, worn] = await Promise.all([
      tx.select({
        fields: {
          userId: users.id,
          email: users.email,
          name: users.name,
          status: users.status,
          createdAt: users.createdAt,
        },
        from: users,
        where: and(eq(users.kind, "person"), inArray(users.id, userIds)),
        orderBy: [asc(users.id)],
      }),
      tx.select({
        fields: { userId: roleGrants.userId, name: roles.name },
        from: roleGrants,
        join: [{ table: roles, on: and(eq(roles.id, roleGrants.roleId), isNull(roles.appId))! }],
        where: inArray(roleGrants.userId, userIds),
        orderBy: [asc(inNameOrder(roles.nameKey))],
      }),
      tx.select({
        fields: { userId: userTags.userId, name: tags.name },
        from: userTags,
        join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
        where: inArray(userTags.userId, userIds),
        orderBy: [asc(inNameOrder(tags.nameKey))],
      }),
    ]);
    const [rolesOfUser, tagsOfUser] = [namesByUser(held), namesByUser(worn)];
    return people.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      roles: rolesOfUser.get(row.userId) ?? [],
      tags: tagsOfUser.get(row.userId) ?? [],
    }));
  },
});

function namesByUser(rows: { userId: number; name: string }[]) {
  const names = new Map<number, string[]>();
  for (const { userId, name } of rows) names.set(userId, [...(names.get(userId) ?? []), name]);
  return names;
}
