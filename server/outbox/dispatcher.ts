import type { Logger } from "pino";
import type { TransactionSql } from "postgres";
import type { Database } from "../store/database";
import { sweep } from "./sweep";

/** An event on its way to whoever subscribed. */
export interface OutboxEvent {
  tenantId: number;
  /** The event of the audit log that it is. */
  eventId: number;
  /** The event part of the audit log's action; null for a request that changed nothing: it is sealed, and nobody is told. */
  type: string | null;
  payload: Record<string, unknown>;
  /** As PostgreSQL writes it: drizzle takes the driver's parsing of dates off. */
  createdAt: string;
}

/**
 * Takes part in the transaction that removes the events from the outbox, as the tables' owner: row-level security does not
 * bind it. What it must send goes into a queue of its own.
 */
export type Subscriber = (events: OutboxEvent[], tx: TransactionSql) => Promise<void>;

/** An event that subscribers are told of. */
export type ToldEvent = OutboxEvent & { type: string };

/** A subscriber that is given only the events that are told. */
export const ofToldEvents =
  (subscriber: (events: ToldEvent[], tx: TransactionSql) => Promise<void>): Subscriber =>
  async (events, tx) => {
    const told = events.filter((event): event is ToldEvent => event.type !== null);
    if (told.length > 0) await subscriber(told, tx);
  };

const BATCH = 500;
/** How long an event waits at most before it is taken, in milliseconds. */
const IDLE_MS = 200;
const SWEEP_MS = 3_600_000;

/**
 * Moves events out of the outbox, in order, to the subscribers, and housekeeps what has run out. Two instances share
 * the work: each batch is locked by the one that takes it.
 */
export function startDispatcher({ sql }: Database, subscribers: Subscriber[], log: Logger) {
  let stopped = false;
  let wake: (() => void) | null = null;

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

  const loop = async () => {
    let swept = 0;
    while (!stopped) {
      let moved = 0;
      try {
        moved = await drainBatch();
        if (Date.now() - swept > SWEEP_MS) {
          swept = Date.now();
          await sweep(sql);
        }
      } catch (error) {
        log.error({ err: error }, "the outbox could not be drained");
      }
      if (moved < BATCH && !stopped)
        await new Promise<void>((resolve) => setTimeout((wake = resolve), IDLE_MS).unref());
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopped = true;
      wake?.();
      await running;
    },
  };
}
