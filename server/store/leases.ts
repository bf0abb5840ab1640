import type postgres from "postgres";
import { DatabaseAway } from "./sockets";
import { beginnings } from "./transaction";

type Sql = postgres.Sql;
type Reserved = postgres.ReservedSql;

/** Time in milliseconds after which a reservation fails if it has no connection yet. */
const RESERVE_MS = 5_000;

/**
 * Error codes of a terminated backend. If a statement was running, postgres.js 3.4 stores the error and reports it again to the
 * first user of the next connection, who has not sent a statement yet.
 */
const KEPT = /^57P0[12]$/;

/** A reservation that has no connection yet. */
interface Waiting {
  since: number;
  /** Requests a connection from the driver. Called again if the driver has dropped the reservation. */
  ask: () => void;
  giveUp: (reason?: Error | null) => void;
}

interface Lease {
  isLost: boolean;
  connectionId: number | null;
}

/**
 * Type of the option `onexecute` of a statement. postgres.js calls this function with the connection of the statement. The
 * types of postgres.js omit the option and the field `id`.
 */
type OnExecute = (connection: { id: number }) => boolean;

export interface Leases {
  /** Must be called with the id of each closed connection (option `onclose` of postgres.js). */
  closed: (id: number) => void;
  /** Fails all reservations that wait for a connection. */
  giveUp: (reason?: Error | null) => void;
  /** Fails the reservations that have waited for a connection for more than five seconds. */
  expire: () => void;
  /** Replaces the methods `reserve` and `begin` of a client. Returns the same client. */
  guard: (sql: Sql) => Sql;
}

/**
 * Creates a wrapper for reserved connections that corrects two defects of postgres.js 3.4.
 *
 * - If a reserved connection closes, the driver connects the same object again for another user. Later statements of the first
 *   user would run in a transaction of the second user. The wrapper fails these statements.
 * - If a connection closes while the driver reads its types, the driver never settles the reservation. The wrapper requests a
 *   connection again, or fails the reservation after five seconds.
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

  /** Returns a reserved connection. Its statements fail after the connection has closed. */
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
      // The id of the connection is available only when a statement is sent. The cast is needed because the type of the options
      // omits `onexecute`.
      const observed = Object.assign({ onexecute }, options);
      return connection.unsafe(text, parameters ?? [], observed);
    };
    const tagged = (...parts: [never, ...never[]]) =>
      lease.isLost && isTemplate(parts[0]) ? lostStatement() : connection(...parts);
    const release = () => {
      // After the loss of a connection, the pool can give the same object to another user. Therefore, it must not be released
      // here.
      if (lease.isLost) return;
      if (lease.connectionId !== null) leases.delete(lease.connectionId);
      lease.isLost = true;
      connection.release();
    };
    return Object.assign(tagged, connection, { unsafe, release }) as Reserved;
  }

  /**
   * Runs `work` in a transaction with the time limits of jobs. Replaces the method `begin` of postgres.js. Throws if a
   * statement of the transaction failed, even if `work` did not await this statement.
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
      // After a close, postgres.js 3.4 connects again for the first waiting reservation, and then drops this reservation.
      // Therefore, all waiting reservations are requested again. If a reservation gets two connections, the second connection
      // is released.
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

/** Returns a statement that fails. The statement has the methods that callers use on a pending statement. */
function lostStatement(): never {
  const failed = Promise.reject(new DatabaseAway());
  const statement = Object.assign(failed, { execute: () => statement, values: () => statement });
  // The cast is needed because the type of a pending statement has many more methods.
  return statement as never;
}
