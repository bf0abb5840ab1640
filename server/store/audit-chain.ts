import { and, asc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { auditEvents, auditSeals, outboxEvents } from "@/db/tenant/journal";
import { eventDigest } from "../kernel/operation/audit-chain";
import type { AuditExtent, TrimmedAudit } from "../kernel/operation/searches";
import type { RegistryDatabase } from "../kernel/operation/store";

/**
 * Creates the condition that an event has one of these ids. Passes the ids as one JSON value, because a statement accepts at
 * most 65,535 parameters. Converts the JSON value to an array. With a subquery instead of an array, the planner would not know
 * the number of ids and would read the whole table.
 */
const oneOf = (ids: number[]) =>
  sql`${auditEvents.id} = any(array(select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)))`;

/**
 * Returns the size of the log at one moment. Uses only one statement, because an event could be sealed between two statements.
 * The numbers would then be inconsistent.
 */
export async function auditExtent(db: RegistryDatabase, tenantId: number): Promise<AuditExtent> {
  const number = (value: SQL) => sql<string | null>`${value}`;
  const [row] = await db
    .select({
      events: number(sql`(select count(*) from ${auditEvents} where ${auditEvents.tenantId} = ${tenantId})`),
      waiting: number(
        sql`(select count(*) from ${outboxEvents} where ${outboxEvents.tenantId} = ${tenantId})`,
      ),
      last: number(
        sql`(select max(${auditSeals.position}) from ${auditSeals} where ${auditSeals.tenantId} = ${tenantId})`,
      ),
    })
    .from(sql`(select 1) as one`);
  return {
    events: Number(row?.events ?? 0),
    waiting: Number(row?.waiting ?? 0),
    lastSeal: Number(row?.last ?? 0),
  };
}

/** Returns the digests of these events by event id. Omits missing events. */
export async function auditDigests(db: RegistryDatabase, tenantId: number, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db
    .select({ id: auditEvents.id, digest: eventDigest })
    .from(auditEvents)
    .where(and(eq(auditEvents.tenantId, tenantId), oneOf(ids)));
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/**
 * Maximum number of seals that one call of `trimAudit` reads. The limit on events is not enough, because a tenant with few
 * events has one seal for each event.
 */
const MOST_SEALS = 500;

/**
 * Removes the events of the oldest seals, up to the first seal that has an event not older than `before`. Keeps the last of the
 * trimmed seals without its events, because the hash of this seal is the new start of the chain.
 */
export async function trimAudit(
  db: RegistryDatabase,
  tenantId: number,
  { before, atMost }: { before: Date; atMost: number },
): Promise<TrimmedAudit | null> {
  const own = eq(auditSeals.tenantId, tenantId);
  // The rows are locked, so that two instances trim one after the other.
  const oldest = await db
    .select({ id: auditSeals.id, position: auditSeals.position, eventIds: auditSeals.eventIds })
    .from(auditSeals)
    .where(own)
    .orderBy(asc(auditSeals.position))
    .limit(MOST_SEALS)
    .for("update");
  let count = 0;
  const near = oldest.filter(({ eventIds }, index) => (count += eventIds.length) <= atMost || index === 0);
  const young = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.tenantId, tenantId),
        oneOf(near.flatMap(({ eventIds }) => eventIds)),
        gte(auditEvents.at, before),
      ),
    );
  const tooYoung = new Set(young.map(({ id }) => id));
  const end = near.findIndex(({ eventIds }) => eventIds.some((id) => tooYoung.has(id)));
  const old = end === -1 ? near : near.slice(0, end);
  // A seal that was created before migration 0012 can name the same event several times.
  const ids = [...new Set(old.flatMap(({ eventIds }) => eventIds))];
  const last = old.at(-1);
  if (!last || ids.length === 0) return null;
  await db.delete(auditEvents).where(and(eq(auditEvents.tenantId, tenantId), oneOf(ids)));
  await db.delete(auditSeals).where(and(own, lt(auditSeals.position, last.position)));
  await db
    .update(auditSeals)
    .set({ eventIds: [] })
    .where(and(own, eq(auditSeals.id, last.id)));
  return { events: ids.length, throughSeal: last.position };
}
