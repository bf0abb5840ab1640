import { and, desc, eq, getTableColumns, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { auditEvents } from "@/db/tenant/journal";
import { holdsWords } from "../kernel/strings/holds-words";
import type { AuditFilter } from "../kernel/operation/searches";
import { statement, type RegistryDatabase, type Row } from "../kernel/operation/store";
import { visibleColumns } from "./columns";
import type { Connection } from "./database";
import { runStatement } from "./selection";

/*
 * Reads of the audit log whose time does not depend on the length of the log.
 *
 * An index cannot find the actions that start with a text and return their events newest first, because an index has only one
 * order: by action or by time. But a tenant has few distinct actions. `auditActions` finds these actions in the index without
 * reading all events: each step jumps to the next action. `auditPage` reads the newest events of each action and merges them.
 */

/**
 * Returns the distinct actions that are at least `from` and less than `below`. Searches the whole log, or the events of one
 * user.
 */
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

/** A section of the log in one index: all rows with these key values, oldest first. */
interface Stretch {
  keys: Key[];
  /** A condition that the database checks row by row. Used only in short sections. */
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
 * Creates an equality condition that makes the planner use the index on all keys. With a plain condition on a common value, the
 * planner would scan the log by time and filter the rows. Such a scan reads the whole log if the value is absent for this user
 * or occurs only in old events. The subquery hides the value from the planner. The two redundant bounds make the planner expect
 * few rows.
 */
function is([column, value]: Key) {
  const hidden = sql`(select ${sql.param(value, column)}::${sql.raw(column.getSQLType() === "bigint" ? "bigint" : "text")})`;
  return sql`${column} = ${hidden} and ${column} >= ${hidden} and ${column} <= ${hidden}`;
}

const byTime = sql`order by ${desc(auditEvents.at)}, ${desc(auditEvents.id)}`;

/** Creates the query of the newest rows of one section. */
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

/** Transaction of a tenant in which this module reads. */
interface Reader {
  connection: Connection;
  db: RegistryDatabase;
  tenantId: number;
}

const { tenantId: _tenantId, ...columns } = getTableColumns(auditEvents);

/** The most frequent read: the newest events, without a filter. */
const newestPage = statement<{ limit: number }>()({
  fields: columns,
  from: auditEvents,
  orderBy: [desc(auditEvents.at), desc(auditEvents.id)],
  limit: sql.placeholder("limit"),
});

/** Returns a page of the events that match the filter, newest first. */
export async function auditPage(
  { connection, db, tenantId }: Reader,
  { limit, offset = 0, ...filter }: AuditFilter & { limit: number; offset?: number },
): Promise<Row<typeof auditEvents>[]> {
  if (filter.actions?.length === 0) return [];
  if (offset === 0 && Object.values(filter).every((value) => value === undefined))
    return runStatement(connection, tenantId, newestPage, { limit });
  const keys = sql`${auditEvents.at}, ${auditEvents.id}`;
  const candidates = stretches(filter).map((stretch) =>
    newest(tenantId, filter, stretch, keys, limit + offset),
  );
  // The merge reads only keys, which are in the indexes. Full rows are read only for the events of the page. The ids are an
  // array. With a subquery instead of an array, the planner could choose to read the whole table.
  const page = sql`array(select merged.id from (${sql.join(candidates, sql` union all `)}) as merged order by merged.at desc, merged.id desc limit ${limit} offset ${offset})`;
  // The cast is needed because drizzle does not infer the row type if the columns are chosen at run time.
  return db
    .select(visibleColumns(auditEvents))
    .from(auditEvents)
    .where(and(eq(auditEvents.tenantId, tenantId), sql`${auditEvents.id} = any(${page})`))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id)) as unknown as Promise<Row<typeof auditEvents>[]>;
}

/**
 * Searches the newest `among` events for a text. Returns the newest events whose target and actor names contain every word of
 * the text.
 */
export async function auditNaming(
  db: RegistryDatabase,
  tenantId: number,
  { text, among, limit }: { text: string; among: number; limit: number },
) {
  const named = holdsWords(text, [auditEvents.targetLabel, auditEvents.actorLabel, auditEvents.userEmail]);
  if (named === null) return [];
  const recent = newest(tenantId, {}, { keys: [] }, sql`*`, among);
  const found = sql`array(select ${auditEvents.id} from ${recent} as ${auditEvents} where ${named} ${byTime} limit ${limit})`;
  // The cast is needed because drizzle does not infer the row type if the columns are chosen at run time.
  return db
    .select(visibleColumns(auditEvents))
    .from(auditEvents)
    .where(and(eq(auditEvents.tenantId, tenantId), sql`${auditEvents.id} = any(${found})`))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id)) as unknown as Promise<Row<typeof auditEvents>[]>;
}

/**
 * Returns the number of events that match the filter. Stops counting at `atMost`. If the log had more events at the last count, only
 * looks up whether the oldest of these still exists: events are added at the end, and removed from the start.
 */
export async function auditCount(reader: Reader, filter: AuditFilter, atMost: number): Promise<number> {
  const { actions, target, until, before, userId, since } = filter;
  if (actions?.length === 0) return 0;
  if (actions || target !== undefined || until || before) return countEach(reader, filter, atMost);
  const key = `${reader.tenantId} ${userId ?? ""} ${atMost}`;
  const known = farEnough.get(key);
  const applies = known !== undefined && (!since || +since <= Date.parse(known));
  if (applies && (await exists(reader, { at: known, userId: userId ?? null }))) return atMost;
  const [stretch] = stretches(filter);
  // Ordered, so that the planner reads the index of the tenant or user. Without an order it could read the table until it has found
  // enough rows, also rows of other tenants.
  const matches = newest(reader.tenantId, filter, stretch!, sql`${auditEvents.at}`, atMost);
  const [row] = await reader.db
    .select({ count: sql<number>`count(*)::int`, oldest: sql<string | null>`min(counted.at)::text` })
    .from(sql`${matches} as counted`);
  const { count = 0, oldest = null } = row ?? {};
  if (count === atMost && oldest !== null && !since) farEnough.set(key, oldest);
  return count;
}

/** Time of the event at which a count stopped, by tenant, user and limit. */
const farEnough = new LRUCache<string, string>({ max: 10_000 });

const eventAt = statement<{ at: string; userId: number | null; limit: number }>()({
  fields: { id: auditEvents.id },
  from: auditEvents,
  where: sql`${auditEvents.at} = ${sql.placeholder("at")}::text::timestamptz
    and (${sql.placeholder("userId")}::bigint is null or ${auditEvents.userId} = ${sql.placeholder("userId")}::bigint)`,
  limit: sql.placeholder("limit"),
});

/** Returns true if an event of this time exists, of this user if one is given. */
async function exists({ connection, tenantId }: Reader, event: { at: string; userId: number | null }) {
  return (await runStatement(connection, tenantId, eventAt, { ...event, limit: 1 })).length > 0;
}

/** Counts the events of each action, or of one target. */
async function countEach(
  { db, tenantId }: Reader,
  { actions, ...filter }: AuditFilter,
  atMost: number,
): Promise<number> {
  const [stretch] = stretches(filter);
  // The rows of each action are read without an order. Therefore, the planner can use the same plan for each action.
  const ofAction = actions && sql`${auditEvents.action} = each.action`;
  const also = and(stretch!.also, ofAction);
  const matches = newest(tenantId, filter, { ...stretch!, also }, sql`1`, atMost, false);
  const counted = actions
    ? sql`(select 1 from jsonb_array_elements_text(${JSON.stringify(actions)}::text::jsonb) as each(action), lateral ${matches} as matches limit ${atMost}) as counted`
    : sql`${matches} as counted`;
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(counted);
  return row?.count ?? 0;
}
