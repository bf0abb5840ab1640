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
export type Subscriber = (events: OutboxEvent[], tx: TransactionSql) => Promise<void>;

/** An event of a request that changed something. */
export type ChangeEvent = OutboxEvent & { type: string };

/** Creates a subscriber that receives only the events of requests that changed something. */
export const ofChanges =
  (subscriber: (events: ChangeEvent[], tx: TransactionSql) => Promise<void>): Subscriber =>
  async (events, tx) => {
    const changes = events.filter((event): event is ChangeEvent => event.type !== null);
    if (changes.length > 0) await subscriber(changes, tx);
  };

const BATCH = 500;
/** Maximum time in milliseconds before an event is taken out of an idle outbox. */
const IDLE_MS = 200;

/** Pause in milliseconds while events wait for transactions in progress. */
const WAITING_MS = 10;
/** Seconds after which PostgreSQL ends the transaction of an instance that is paused or cut off, and releases its locks. */
const SILENCE_SECONDS = 30;

/**
 * Starts to move events out of the outbox to the subscribers. The events of one tenant are moved in the order of their ids. Only one
 * instance at a time moves the events of a tenant.
 */
export function startDispatcher(database: Database, subscribers: Subscriber[], log: Logger): Loop {
  const { sql, kind } = database;
  const completeEvents = createCompleteEvents(database);

  /** Locks and returns the tenants of the oldest events, except tenants that another instance has locked. */
  const lockTenants = async (tx: TransactionSql, upTo: number) => {
    const rows = await tx<{ tenant: string }[]>`
      with oldest as materialized (
        select tenant_id from outbox_events where event_id <= ${upTo} order by event_id limit ${BATCH}
      ), waiting as materialized (select distinct tenant_id from oldest)
      select tenant_id as tenant from waiting where pg_try_advisory_xact_lock(${advisoryLocks.dispatch}, tenant_id::int)`;
    return rows.map(({ tenant }) => tenant);
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
