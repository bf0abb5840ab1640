import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { TransactionSql } from "postgres";
import type { Database } from "../store/database";
import { isWithoutEffect } from "../kernel/concurrency/unavailability";
import { createCompleteEvents } from "./complete-events";
import { startLoop, type Loop } from "./worker-loop";
import { advisoryLocks, endSilence } from "../store/advisory-locks";

/** An event of the outbox. */
export interface OutboxEvent {
  tenantId: number;
  /** Id of the event in the audit log. */
  eventId: number;
  /**
   * The event part of the audit log's action. Null for a request that changed nothing: such an event is sealed, and has no other
   * subscriber.
   */
  type: string | null;
  payload: Record<string, unknown>;
  /** In PostgreSQL's text format, because drizzle disables the driver's parsing of dates. */
  createdAt: string;
}

/**
 * Runs in the transaction that removes the events from the outbox, as the tables' owner: row-level security does not apply. A
 * subscriber that sends something adds it to a queue of its own.
 */
export interface Subscriber {
  (events: OutboxEvent[], tx: TransactionSql): Promise<void>;
  /**
   * Locks the rows of these tenants that the subscriber needs, and waits for none. Returns the tenants with a row that another
   * transaction has locked. Their events stay in the outbox, so that the transaction of one tenant does not delay the others.
   */
  lockedElsewhere?: (tenants: number[], tx: TransactionSql) => Promise<number[]>;
}

/** An event of a request that changed something. */
export type ChangeEvent = OutboxEvent & { type: string };

/** Creates a subscriber that receives only the events of requests that changed something. */
export const ofChanges =
  (subscriber: (events: ChangeEvent[], tx: TransactionSql) => Promise<void>) =>
  async (events: OutboxEvent[], tx: TransactionSql): Promise<void> => {
    const changes = events.filter((event): event is ChangeEvent => event.type !== null);
    if (changes.length > 0) await subscriber(changes, tx);
  };

const BATCH = 500;
/** Maximum time in milliseconds before an event is taken out of an idle outbox. */
const IDLE_MS = 200;

/** Pause in milliseconds while events wait for transactions in progress. */
const WAITING_MS = 10;
/** Time in milliseconds after which a tenant with locked rows is tried again. */
const LOCKED_MS = 250;
/** Time in milliseconds after which the dispatcher waits for the locked rows of a tenant, which would otherwise delay its events. */
const OVERDUE_MS = 2_000;
/** Maximum time in milliseconds of this waiting, during which the events of other tenants wait, too. */
const PATIENCE_MS = 500;
/** Time in milliseconds after which a tenant that had locked rows is forgotten. */
const FORGET_MS = 60_000;
/** Seconds after which PostgreSQL ends the transaction of an instance that is paused or cut off, and releases its locks. */
const SILENCE_SECONDS = 30;

/**
 * Starts to move events out of the outbox to the subscribers, those of a tenant in the order of their ids. Instances share the
 * tenants: only one instance at a time moves the events of a tenant.
 */
export function startDispatcher(
  database: Database,
  subscribers: Subscriber[],
  log: Logger,
  now = () => performance.now(),
): Loop {
  const { sql, kind } = database;
  const completeEvents = createCompleteEvents(database, now);

  /** Tenants with rows that other transactions had locked: the first time, and the time at which they are tried again. */
  const locked = new Map<number, { since: number; until: number }>();

  function noteLocked(tenantId: number, pauseMs: number) {
    const now = performance.now();
    locked.set(tenantId, { since: locked.get(tenantId)?.since ?? now, until: now + pauseMs });
  }

  /** Locks the tenants of the oldest events. Returns those that no other instance has locked. */
  const lockOldest = async (tx: TransactionSql, upTo: number) => {
    const now = performance.now();
    for (const [tenantId, { until }] of locked) if (now > until + FORGET_MS) locked.delete(tenantId);
    const later = [...locked].flatMap(([tenantId, { until }]) => (until > now ? [tenantId] : []));
    const rows = await tx<{ tenant: string }[]>`
      with oldest as materialized (
        select tenant_id from outbox_events where event_id <= ${upTo} and tenant_id <> all(${later}::bigint[])
        order by event_id limit ${BATCH}
      ), waiting as materialized (select distinct tenant_id from oldest)
      select tenant_id as tenant from waiting where pg_try_advisory_xact_lock(${advisoryLocks.dispatch}, tenant_id::int)`;
    return rows.map(({ tenant }) => Number(tenant));
  };

  /** Returns the tenants whose events are moved now. `overdue` is the only tenant then, and its locked rows are waited for. */
  const lockTenants = async (tx: TransactionSql, upTo: number) => {
    for (;;) {
      const tenants = await lockOldest(tx, upTo);
      const overdue = tenants.find((tenantId) => {
        const lock = locked.get(tenantId);
        return lock !== undefined && performance.now() - lock.since > OVERDUE_MS;
      });
      if (overdue !== undefined) return { tenants: [overdue], overdue };
      const held = new Set<number>();
      for (const { lockedElsewhere } of tenants.length > 0 ? subscribers : [])
        for (const tenantId of (await lockedElsewhere?.(tenants, tx)) ?? []) held.add(tenantId);
      for (const tenantId of tenants)
        if (held.has(tenantId)) noteLocked(tenantId, LOCKED_MS);
        else locked.delete(tenantId);
      // The oldest events may all belong to tenants with locked rows. The next ones belong to others.
      if (held.size === 0 || held.size < tenants.length)
        return { tenants: tenants.filter((tenantId) => !held.has(tenantId)), overdue: null };
    }
  };

  /** Moves a batch. Returns the number of its events; 0 if the rows of an overdue tenant stayed locked. */
  async function drainBatch(upTo: number): Promise<number> {
    let waitsFor: number | null = null;
    try {
      const moved = await moveBatch(upTo, (tenantId) => (waitsFor = tenantId));
      if (waitsFor !== null) locked.delete(waitsFor);
      return moved;
    } catch (error) {
      if (waitsFor === null || !isWithoutEffect(error)) throw error;
      noteLocked(waitsFor, OVERDUE_MS);
      return 0;
    }
  }

  const moveBatch = (upTo: number, waitFor: (tenantId: number) => void) =>
    sql.begin(async (tx) => {
      if (kind === "postgres") await endSilence(tx, SILENCE_SECONDS);
      const { tenants, overdue } = await lockTenants(tx, upTo);
      if (overdue !== null) {
        waitFor(overdue);
        await tx`select set_config('lock_timeout', ${String(PATIENCE_MS)}, true)`;
      }
      // A separate statement after the lock, so that its snapshot contains the changes of the instance that held the lock before.
      const rows = await tx<OutboxEvent[]>`
        delete from outbox_events
        where (tenant_id, event_id) in (
          select tenant_id, event_id from outbox_events where event_id <= ${upTo} and tenant_id = any(${tenants}::bigint[])
          order by event_id limit ${BATCH} for update skip locked)
        returning tenant_id::int8 as "tenantId", event_id as "eventId", type, payload, created_at as "createdAt"`;
      const events = rows.map((row) => ({
        ...row,
        tenantId: Number(row.tenantId),
        eventId: Number(row.eventId),
      }));
      events.sort((one, other) => one.eventId - other.eventId);
      if (events.length > 0) for (const subscriber of subscribers) await subscriber(events, tx);
      return events.length;
    });

  return startLoop({
    work: async () => {
      const { upTo, waiting } = await completeEvents();
      const moved = upTo === null ? 0 : await drainBatch(upTo);
      if (waiting && moved === 0) await sleep(WAITING_MS);
      return waiting || moved === BATCH;
    },
    idleMs: IDLE_MS,
    log,
    failure: "the outbox could not be drained",
  });
}
