import { and, desc, eq, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { auditEvents } from "@/db/tenant/journal";
import { holdsWords } from "../kernel/holds-words";
import type { AuditFilter, RegistryDatabase, Row } from "../kernel/store";
import { visibleColumns } from "./columns";

/*
 * The audit log in time that does not depend on its length. No index can serve "starts with this, newest first": it
 * would have to be in order of action and in order of time. But a tenant has few distinct actions: so those that occur
 * are found first, by hopping from one to the next in the index, and the newest events of each are merged.
 */

/** The exact actions that occur in a range of actions, in the whole log or among the doings of one user. */
export async function auditActions(
  db: RegistryDatabase,
  tenantId: number,
  { from, below, userId }: { from: string; below: string | null; userId?: number | undefined },
) {
  const own = and(
    eq(auditEvents.tenantId, tenantId),
    userId === undefined ? undefined : eq(auditEvents.userId, userId),
    below === null ? undefined : lt(auditEvents.action, below),
  );
  const first = (after: SQL) =>
    sql`select ${auditEvents.action} from ${auditEvents} where ${own} and ${after} order by ${auditEvents.action} limit 1`;
  const rows = await db.select({ action: sql<string>`found.action` }).from(
    sql`(with recursive hops as (
        (${first(gte(auditEvents.action, from))})
        union all
        select (${first(sql`${auditEvents.action} > hops.action`)}) from hops where hops.action is not null
      ) select action from hops where action is not null) as found`,
  );
  return rows.map(({ action }) => action);
}

type Key = [column: AnyPgColumn, value: string | number];

/** A stretch of the log that lies together in one index: the rows of these keys, newest last. */
interface Stretch {
  keys: Key[];
  /** What is left to look at row by row; only where the stretch is short. */
  also?: SQL | undefined;
}

function stretches(filter: AuditFilter): Stretch[] {
  const { userId, target, actions } = filter;
  if (target !== undefined) {
    const also = and(
      userId === undefined ? undefined : eq(auditEvents.userId, userId),
      actions && inArray(auditEvents.action, actions),
    );
    return [{ keys: [[auditEvents.target, target]], also }];
  }
  const user: Key[] = userId === undefined ? [] : [[auditEvents.userId, userId]];
  return actions
    ? actions.map((action) => ({ keys: [...user, [auditEvents.action, action]] }))
    : [{ keys: user }];
}

/**
 * "Is this value", so that the planner reads the index of all keys. As a subquery it hides the value, and with the
 * redundant bounds it looks rare: for a value that is known to be common the planner would rather walk the log by time
 * and filter, which is the whole log when the value was common only long ago, or never for this user.
 */
function is([column, value]: Key) {
  const hidden = sql`(select ${sql.param(value, column)}::${sql.raw(column.getSQLType() === "bigint" ? "bigint" : "text")})`;
  return sql`${column} = ${hidden} and ${column} >= ${hidden} and ${column} <= ${hidden}`;
}

const byTime = sql`order by ${desc(auditEvents.at)}, ${desc(auditEvents.id)}`;

/** Reads one stretch from its end. */
function newest(
  tenantId: number,
  { since, until, before }: AuditFilter,
  { keys, also }: Stretch,
  fields: SQL,
  limit: number,
  ordered = true,
) {
  const where = and(
    eq(auditEvents.tenantId, tenantId),
    ...keys.map(is),
    since && gte(auditEvents.at, since),
    until && lt(auditEvents.at, until),
    before &&
      sql`(${auditEvents.at}, ${auditEvents.id}) < (${sql.param(before.at, auditEvents.at)}, ${before.id}::bigint)`,
    also,
  );
  return sql`(select ${fields} from ${auditEvents} where ${where} ${ordered ? byTime : sql``} limit ${limit})`;
}

/** A page of the matching events, newest first. */
export async function auditPage(
  db: RegistryDatabase,
  tenantId: number,
  { limit, offset = 0, ...filter }: AuditFilter & { limit: number; offset?: number },
) {
  if (filter.actions?.length === 0) return [];
  const keys = sql`${auditEvents.at}, ${auditEvents.id}`;
  const candidates = stretches(filter).map((stretch) =>
    newest(tenantId, filter, stretch, keys, limit + offset),
  );
  // Only keys are merged, from the indexes alone; the rows are read for the page itself. As an array, because a
  // subquery of unknown length can make the planner read the table.
  const page = sql`array(select merged.id from (${sql.join(candidates, sql` union all `)}) as merged order by merged.at desc, merged.id desc limit ${limit} offset ${offset})`;
  return db
    .select(visibleColumns(auditEvents))
    .from(auditEvents)
    .where(and(eq(auditEvents.tenantId, tenantId), sql`${auditEvents.id} = any(${page})`))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id)) as unknown as Promise<Row<typeof auditEvents>[]>;
}

/** The newest events among the newest `among` in whose names of target and actor every word of a text stands. */
export async function auditNaming(
  db: RegistryDatabase,
  tenantId: number,
  { text, among, limit }: { text: string; among: number; limit: number },
) {
  const named = holdsWords(text, [auditEvents.targetLabel, auditEvents.actorLabel, auditEvents.userEmail]);
  if (named === null) return [];
  const recent = newest(tenantId, {}, { keys: [] }, sql`*`, among);
  const found = sql`array(select ${auditEvents.id} from ${recent} as ${auditEvents} where ${named} ${byTime} limit ${limit})`;
  return db
    .select(visibleColumns(auditEvents))
    .from(auditEvents)
    .where(and(eq(auditEvents.tenantId, tenantId), sql`${auditEvents.id} = any(${found})`))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id)) as unknown as Promise<Row<typeof auditEvents>[]>;
}

/** How many events match; counting stops at `atMost`. */
export async function auditCount(
  db: RegistryDatabase,
  tenantId: number,
  { actions, ...filter }: AuditFilter,
  atMost: number,
) {
  if (actions?.length === 0) return 0;
  // No order is asked for here, so that one plan serves each action in turn.
  const each = sql`jsonb_array_elements_text(${JSON.stringify(actions ?? [""])}::text::jsonb) as each(action)`;
  const ofAction = actions && sql`${auditEvents.action} = each.action`;
  const [stretch] = stretches(filter);
  const matches = newest(
    tenantId,
    filter,
    { ...stretch!, also: and(stretch!.also, ofAction) },
    sql`1`,
    atMost,
    false,
  );
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(select 1 from ${each}, lateral ${matches} as matches limit ${atMost}) as counted`);
  return row?.count ?? 0;
}
