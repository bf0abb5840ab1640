import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { TransactionSql } from "postgres";
import type { Database } from "../store/database";
import { createCompleteEvents } from "./complete-events";
import { endSilence } from "./silence";
import { startLoop, type Loop } from "./worker-loop";
import { advisoryLocks } from "../store/advisory-locks";

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
/** Seconds after which PostgreSQL ends the transaction of an instance that is paused or cut off, and releases its locks. */
const SILENCE_SECONDS = 30;

/**
 * Starts to move events out of the outbox to the subscribers, those of a tenant in the order of their ids. Instances share the
 * tenants: only one instance at a time moves the events of a tenant.
 */
export function startDispatcher(database: Database, subscribers: Subscriber[], log: Logger): Loop {
  const { sql, kind } = database;
  const completeEvents = createCompleteEvents(database);

  /** Tenants with rows that other transactions had locked, and the time at which they are tried again. */
  const locked = new Map<number, number>();

  /**
   * Locks the tenants of the oldest events. Returns those that no other instance has locked, and whose rows no other transaction has
   * locked.
   */
  const lockTenants = async (tx: TransactionSql, upTo: number) => {
    for (const [tenantId, until] of locked) if (until <= performance.now()) locked.delete(tenantId);
    const rows = await tx<{ tenant: string }[]>`
      with oldest as materialized (
        select tenant_id from outbox_events where event_id <= ${upTo} and tenant_id <> all(${[...locked.keys()]}::bigint[])
        order by event_id limit ${BATCH}
      ), waiting as materialized (select distinct tenant_id from oldest)
      select tenant_id as tenant from waiting where pg_try_advisory_xact_lock(${advisoryLocks.dispatch}, tenant_id::int)`;
    const tenants = rows.map(({ tenant }) => Number(tenant));
    for (const { lockedElsewhere } of tenants.length > 0 ? subscribers : [])
      for (const tenantId of (await lockedElsewhere?.(tenants, tx)) ?? [])
        locked.set(tenantId, performance.now() + LOCKED_MS);
    return tenants.filter((tenantId) => !locked.has(tenantId));
  };

  const drainBatch = (upTo: number) =>
    sql.begin(async (tx) => {
      if (kind === "postgres") await endSilence(tx, SILENCE_SECONDS);
      const tenants = await lockTenants(tx, upTo);
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
