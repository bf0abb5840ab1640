import { and, desc, eq, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { auditEvents } from "@/db/tenant/journal";
import { holdsWords } from "../kernel/strings/holds-words";
import type { AuditFilter } from "../kernel/operation/searches";
import type { RegistryDatabase, Row } from "../kernel/operation/store";
import { visibleColumns } from "./columns";

/*
 * Reads of the audit log whose time does not depend on its length. No index supports "starts with this text,
 * newest first", because it would need the order of actions and the order of time. But a tenant has few
 * distinct actions. The statement finds the existing actions by skipping from one to the next in the index,
 * and merges the newest events of each.
 */

/** Returns the exact actions in a range that occur in the whole log or in the events of one user. */
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

/** A section of the log in one index: the rows of these keys, newest last. */
interface Stretch {
  keys: Key[];
  /** A condition that is checked row by row; used only in short sections. */
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
 * Creates an equality condition for which the planner uses the index of all keys. For a value that is known
 * to be common, the planner would instead scan the log by time and filter: the whole log, if the value is old
 * or absent for this user. Therefore the subquery hides the value from the planner, and the redundant bounds
 * make it look rare.
 */
function is([column, value]: Key) {
  const hidden = sql`(select ${sql.param(value, column)}::${sql.raw(column.getSQLType() === "bigint" ? "bigint" : "text")})`;
  return sql`${column} = ${hidden} and ${column} >= ${hidden} and ${column} <= ${hidden}`;
}

const byTime = sql`order by ${desc(auditEvents.at)}, ${desc(auditEvents.id)}`;

/** Reads one section from its end. */
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

/** Returns a page of the matching events, newest first. */
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
  // Merges only keys, from the indexes alone. The rows are read for the page itself. The keys are an array,
  // because the planner may read the table for a subquery of unknown length.
  const page = sql`array(select merged.id from (${sql.join(candidates, sql` union all `)}) as merged order by merged.at desc, merged.id desc limit ${limit} offset ${offset})`;
  // Drizzle does not infer a row of columns that are chosen at run time.
  return db
    .select(visibleColumns(auditEvents))
    .from(auditEvents)
    .where(and(eq(auditEvents.tenantId, tenantId), sql`${auditEvents.id} = any(${page})`))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id)) as unknown as Promise<Row<typeof auditEvents>[]>;
}

/**
 * Returns the newest events whose target and actor names contain every word of a text, among the newest
 * `among` events.
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
  // Drizzle does not infer a row of columns that are chosen at run time.
  return db
    .select(visibleColumns(auditEvents))
    .from(auditEvents)
    .where(and(eq(auditEvents.tenantId, tenantId), sql`${auditEvents.id} = any(${found})`))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id)) as unknown as Promise<Row<typeof auditEvents>[]>;
}

/** Returns the number of matching events. Stops counting at `atMost`. */
export async function auditCount(
  db: RegistryDatabase,
  tenantId: number,
  { actions, ...filter }: AuditFilter,
  atMost: number,
) {
  if (actions?.length === 0) return 0;
  // No order is required here, so that one plan serves each action.
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
