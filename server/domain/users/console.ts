import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { roleGrants } from "@/db/tenant/roles";
import { sessions } from "@/db/tenant/sessions";
import { administrators, users } from "@/db/tenant/users";
import { decodeCursor, encodeCursor } from "@/server/kernel/operation/cursor";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx, Row } from "@/server/kernel/operation/store";
import { lastAs } from "./administrator-guard";
import { rolesOf } from "./held-roles";
import { lockState } from "./lock-state";
import { getPerson, toUser, toUserDetails } from "./people";
import { notSuspended } from "./users";
import { UserPageQuery, UserProfile, UserRow } from "./users.schema";
import { reasonOf } from "@/server/kernel/texts/text";
import { administratorRefusals } from "./locks";

type PageQuery = z.output<typeof UserPageQuery>;

/** The sort keys of the list. The list is always sorted by id after the given key. */
const sortKeys = {
  id: null,
  name: inNameOrder(users.nameKey),
  // The e-mail address can be null, because an identity provider may send none.
  email: sql<string | null>`${users.emailKey}`,
};

const Position = z.tuple([z.string().nullable(), Id]);

// Names the tables explicitly. drizzle renders a column without its table, and PostgreSQL would then use a column of the inner
// table.
const roleCount = sql<number>`(select count(*)::int from ${roleGrants} held where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id)`;
const lastSessionAt =
  sql<Date | null>`(select max(past.created_at) from ${sessions} past where past.tenant_id = ${users}.tenant_id and past.user_id = ${users}.id)`.mapWith(
    sessions.createdAt,
  );
const administrator = sql<
  "owner" | "admin" | null
>`(select given.role from ${administrators} given where given.tenant_id = ${users}.tenant_id and given.user_id = ${users}.id)`;

/** Returns the SQL condition that the user is locked at the given time. */
export const lockedAt = (now: Date) => or(eq(users.lockedIndefinitely, true), gt(users.lockedUntil, now));

export const listUsersPage = query({
  name: "listUsersPage",
  console: { at: "users.page", shows: ["GET /users"] },
  capability: "ManageUsers",
  summary: "List users for the console",
  description:
    "Searches, filters and sorts users. The opaque cursor is valid only for the same search, filter and order.",
  input: UserPageQuery,
  output: z.object({ users: z.array(UserRow), nextCursor: z.string().nullable() }),
  run: async ({ tx, now }, input) => {
    const { sort, direction, limit, cursor, status } = input;
    const position = cursor === undefined ? null : decodeCursor(Position, cursor);
    const key = sortKeys[sort];
    const ordered = direction === "asc" ? asc : desc;
    const rows = await tx.select({
      fields: {
        id: users.id,
        email: users.email,
        name: users.name,
        status: users.status,
        createdAt: users.createdAt,
        lockedUntil: users.lockedUntil,
        lockedIndefinitely: users.lockedIndefinitely,
        key: key ?? sql<string | null>`''`,
        roleCount,
        lastSessionAt,
        administrator,
      },
      from: users,
      where: and(
        matching(tx, input, position),
        status === "locked" ? lockedAt(now) : status && eq(users.status, status),
        position ? beyond(key, direction, position) : undefined,
      ),
      orderBy: [...(key ? [ordered(key)] : []), ordered(users.id)],
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      users: page.map((row) => ({
        ...toUser(row),
        locked: lockState(row, now).locked,
        roleCount: row.roleCount,
        lastSessionAt: timestampOrNull(row.lastSessionAt),
        administrator: row.administrator,
      })),
      nextCursor: last && rows.length > limit ? encodeCursor([last.key, last.id]) : null,
    };
  },
});

/** The largest `int` of PostgreSQL, used as "no limit". */
const ALL = 2_147_483_647;

/**
 * Returns the condition for the search text. The search index usually returns only the users of one page. The search index does
 * not contain locks. For the filter "locked", the condition therefore selects all matches.
 */
function matching(
  tx: Pick<ReadTx, "peopleMatching">,
  { search: text, status, sort, direction, limit }: PageQuery,
  after: z.output<typeof Position> | null,
) {
  if (!text) return eq(users.kind, "person");
  if (status === "locked") return tx.peopleMatching({ text, afterId: 0, limit: ALL });
  return tx.peopleMatching({
    text,
    status,
    limit: limit + 1,
    ...(sort === "id" && direction === "asc"
      ? { afterId: after?.[1] ?? 0 }
      : { sort, descending: direction === "desc", after }),
  });
}

/**
 * Returns the condition for the rows after the previous page. Rows with a null key come last in ascending order and first in
 * descending order.
 */
function beyond(
  key: SQL<string | null> | null,
  direction: PageQuery["direction"],
  [value, id]: z.output<typeof Position>,
) {
  const ascending = direction === "asc";
  const past = ascending ? gt : lt;
  const next = past(users.id, id);
  if (key === null) return next;
  if (value === null) return ascending ? and(isNull(key), next) : or(isNotNull(key), and(isNull(key), next));
  return or(past(key, value), and(eq(key, value), next), ascending ? isNull(key) : undefined);
}

/** Maximum number of sessions in a user's profile. */
const RECENT = 20;

const toSession = ({ id, userId: _userId, ...session }: Row<typeof sessions>) => ({
  ...session,
  sessionId: id,
  createdAt: session.createdAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
  revokedAt: timestampOrNull(session.revokedAt),
});

export const getUserProfile = query({
  name: "getUserProfile",
  console: { at: "users.profile", shows: ["GET /users/{userId}"] },
  capability: "ManageUsers",
  summary: "Get a user with all data of the console's page",
  input: z.strictObject({ userId: Id }),
  output: UserProfile,
  run: async ({ tx, actor, now, words }, { userId }) => {
    const [row, roles, last, administrator, recent] = await Promise.all([
      getPerson(tx, userId),
      rolesOf(tx, userId),
      lastAs(tx, { actor, userId, now }),
      tx.administrators.find(eq(administrators.userId, userId)),
      tx.sessions.list({
        where: eq(sessions.userId, userId),
        orderBy: [desc(sessions.createdAt), desc(sessions.id)],
        limit: RECENT,
      }),
    ]);
    return {
      user: {
        ...toUserDetails(row),
        emailVerifiedAt: timestampOrNull(row.emailVerifiedAt),
        phoneVerifiedAt: timestampOrNull(row.phoneVerifiedAt),
        externalId: row.externalId,
        hasPassword: row.passwordHash !== null,
      },
      lock: { ...lockState(row, now), reason: row.lockReason && words(row.lockReason) },
      roles,
      administrator: administrator?.role ?? null,
      kept: {
        fromLock: last.locked && words(reasonOf(administratorRefusals.last_owner_not_lockable())),
        fromSuspension: last.suspended && words(reasonOf(notSuspended[last.suspended]())),
      },
      sessions: recent.map(toSession),
    };
  },
});
