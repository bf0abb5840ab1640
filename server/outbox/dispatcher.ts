import type { Logger } from "pino";
import type { TransactionSql } from "postgres";
import type { Database } from "../store/database";
import { startLoop, type Loop } from "./worker-loop";

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

/**
 * Starts to move events out of the outbox, in order, to the subscribers. Two instances share the work: each batch is locked by
 * the instance that takes it.
 */
export function startDispatcher({ sql }: Database, subscribers: Subscriber[], log: Logger): Loop {
  const drainBatch = () =>
    sql.begin(async (tx) => {
      const rows = await tx<OutboxEvent[]>`
        delete from outbox_events
        where (tenant_id, event_id) in (
          select tenant_id, event_id from outbox_events order by event_id limit ${BATCH} for update skip locked)
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
    work: async () => (await drainBatch()) === BATCH,
    idleMs: IDLE_MS,
    log,
    failure: "the outbox could not be drained",
  });
}
