import type postgres from "postgres";
import { DatabaseAway } from "./sockets";
import { beginnings } from "./transaction";

type Sql = postgres.Sql;
type Reserved = postgres.ReservedSql;

/** Time in milliseconds after which a reservation without a connection fails. */
const RESERVE_MS = 5_000;

/**
 * Codes of a backend that is ended. postgres.js 3.4 keeps such an error if a statement was running, and reports it once more to the
 * first user of the next connection, for whom nothing was sent.
 */
const KEPT = /^57P0[12]$/;

/** A reservation without a connection. */
interface Waiting {
  since: number;
  /** Asks the driver for a connection, once more if the driver has dropped the reservation. */
  ask: () => void;
  giveUp: (reason?: Error | null) => void;
}

interface Lease {
  isLost: boolean;
  connectionId: number | null;
}

/** Fields of postgres.js's connections that its types omit. */
type OnExecute = (connection: { id: number }) => boolean;

export interface Leases {
  /** Must be called with the id of each connection that closes (option `onclose`). */
  closed: (id: number) => void;
  /** Fails all reservations that wait for a connection. */
  giveUp: (reason?: Error | null) => void;
  /** Fails reservations that have waited for longer than five seconds. */
  expire: () => void;
  /** Replaces `reserve` and `begin` of a client. */
  guard: (sql: Sql) => Sql;
}

/**
 * Ends the use of a reserved connection when the connection closes. postgres.js 3.4 would run the following statements of its user on
 * the same object after it was connected again for another user, and so in another transaction. A reservation fails, too, if the
 * connection closes while the driver reads its types; postgres.js would not settle it.
 */
export function createLeases(): Leases {
  const leases = new Map<number, Lease>();
  const waiting = new Set<Waiting>();

  function reserveOn(original: () => Promise<Reserved>): Promise<Reserved> {
    return new Promise((resolve, reject) => {
      const since = performance.now();
      const one: Waiting = {
        since,
        ask: () => {
          original().then(
            (connection) => {
              if (waiting.delete(one)) resolve(leased(connection));
              else connection.release();
            },
            (error: Error & { code?: string }) => {
              if (KEPT.test(error.code ?? "") && waiting.has(one)) one.ask();
              else if (waiting.delete(one)) reject(error);
            },
          );
        },
        giveUp: (reason) => {
          if (waiting.delete(one)) reject(new DatabaseAway(reason));
        },
      };
      waiting.add(one);
      one.ask();
    });
  }

  /** Returns a reserved connection whose statements fail after it has closed. */
  function leased(connection: Reserved): Reserved {
    const lease: Lease = { isLost: false, connectionId: null };
    const onexecute: OnExecute = ({ id }) => {
      lease.connectionId = id;
      leases.set(id, lease);
      return true;
    };
    const unsafe: Reserved["unsafe"] = (text, parameters, options) => {
      if (lease.isLost) return lostStatement();
      if (lease.connectionId !== null) return connection.unsafe(text, parameters, options);
      // Only a statement reveals the connection.
      // The type of the options omits `onexecute`.
      const observed = Object.assign({ onexecute }, options);
      return connection.unsafe(text, parameters ?? [], observed);
    };
    const tagged = (...parts: [never, ...never[]]) =>
      lease.isLost && isTemplate(parts[0]) ? lostStatement() : connection(...parts);
    const release = () => {
      // A lost connection belongs to the pool again.
      if (lease.isLost) return;
      if (lease.connectionId !== null) leases.delete(lease.connectionId);
      lease.isLost = true;
      connection.release();
    };
    return Object.assign(tagged, connection, { unsafe, release }) as Reserved;
  }

  /**
   * Runs `work` in a transaction with the limits of jobs, like postgres.js's `begin`. Fails if a statement failed that `work` did not
   * await.
   */
  async function transaction<T>(sql: Sql, work: (transaction: Reserved) => Promise<T>): Promise<T> {
    const connection = await sql.reserve();
    try {
      await connection.unsafe(beginnings.job.write);
      const result = await work(connection);
      const { command } = await connection.unsafe("commit");
      if (command === "ROLLBACK") throw new Error("A statement of the transaction failed.");
      return result;
    } catch (error) {
      await connection.unsafe("rollback").catch(() => {});
      throw error;
    } finally {
      connection.release();
    }
  }

  return {
    closed: (id) => {
      const lease = leases.get(id);
      leases.delete(id);
      if (lease) lease.isLost = true;
      // postgres.js 3.4 connects again for the first waiting reservation, and then drops this reservation. All waiting reservations are
      // therefore requested again afterwards. A connection without a waiting reservation is released.
      const asking = [...waiting];
      queueMicrotask(() => {
        for (const one of asking) if (waiting.has(one)) one.ask();
      });
    },
    giveUp: (reason) => {
      for (const { giveUp } of waiting) giveUp(reason);
    },
    expire: () => {
      for (const { since, giveUp } of waiting) if (performance.now() - since > RESERVE_MS) giveUp();
    },
    guard: (sql) => {
      const original = sql.reserve.bind(sql);
      return Object.assign(sql, {
        reserve: () => reserveOn(original),
        begin: (work: (transaction: Reserved) => Promise<unknown>) => transaction(sql, work),
      });
    },
  };
}

const isTemplate = (part: unknown) => typeof part === "object" && part !== null && "raw" in part;

/** Returns a statement that fails. It has the methods that callers use on pending statements. */
function lostStatement(): never {
  const failed = Promise.reject(new DatabaseAway());
  const statement = Object.assign(failed, { execute: () => statement, values: () => statement });
  // The type of a pending statement has many more methods.
  return statement as never;
}
