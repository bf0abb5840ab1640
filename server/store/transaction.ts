import { TENANT_ROLE, TENANT_SETTING } from "@/db/kit";
import type { Connection, Sql } from "./database";
import type { Cost } from "../kernel/operation/cost";
import type { Gate, Leave } from "./gate";

/*
 * Pipelined transactions. The statements that open and close a transaction are sent with its first and last
 * own statement and cost no round trip. Measured with postgres.js over TCP: 0.15 ms for a read instead of
 * 0.33 ms awaited.
 */

/**
 * Binds the transaction to a tenant: row-level security then shows and accepts only its rows. Both settings
 * are local to the transaction, because connections are shared.
 */
const bindTenant = (tenantId: number) => {
  if (!Number.isSafeInteger(tenantId)) throw new TypeError(`not a tenant id: ${tenantId}`);
  return `set_config('role', '${TENANT_ROLE}', true), set_config('${TENANT_SETTING}', '${tenantId}', true)`;
};

/**
 * Time limits of each kind in milliseconds: of a statement, and of its waiting for rows and tables that other transactions hold. Without
 * the second limit, a held row or table would keep the connections of all transactions that wait for it.
 */
export const timeLimits: Record<Cost, { statementMs: number; lockMs: number }> = {
  interactive: { statementMs: 5_000, lockMs: 3_000 },
  heavy: { statementMs: 10_000, lockMs: 3_000 },
  job: { statementMs: 600_000, lockMs: 30_000 },
};

/** Sets the limits of a kind until the end of the transaction. */
const limitTime = (cost: Cost) => {
  const { statementMs, lockMs } = timeLimits[cost];
  const times = `set_config('statement_timeout', '${statementMs}', true), set_config('lock_timeout', '${lockMs}', true)`;
  // Each transaction gets one core: parallel workers of a few heavy statements would take all cores from the interactive ones.
  return cost === "interactive"
    ? times
    : `${times}, set_config('max_parallel_workers_per_gather', '0', true)`;
};

/** The first statements of transactions, without their tenant. */
export const beginnings: Record<Cost, { read: string; write: string }> = {
  interactive: beginningOf("interactive"),
  heavy: beginningOf("heavy"),
  job: beginningOf("job"),
};

function beginningOf(cost: Cost) {
  return { read: `begin read only; select ${limitTime(cost)}`, write: `begin; select ${limitTime(cost)}` };
}

/** Place and limits of a transaction. */
export interface TransactionOptions {
  /** The gate of the client's connections. Without it, the transaction waits for a connection without a limit. */
  gate?: Gate | undefined;
  /** Default: interactive. */
  cost?: Cost | undefined;
}

const ignore = () => {};

/** Reserves a connection. `release` also gives the place at the gate back. */
async function reserve(
  sql: Sql,
  tenantId: number | null,
  { gate, cost = "interactive" }: TransactionOptions,
) {
  const entered = gate?.enter(tenantId, cost);
  // Awaited only if no place is free.
  const leave = entered instanceof Promise ? await entered : entered;
  try {
    return { connection: await sql.reserve(), leave: leave ?? ignore };
  } catch (error) {
    leave?.();
    throw error;
  }
}

/** Reads whose callers have continued before their connections were released. */
const ending = new WeakMap<Sql, Set<Promise<void>>>();

/**
 * Waits until every read has released its connection. Otherwise postgres.js would wait for them forever when
 * it is closed.
 */
export const readsEnded = (sql: Sql): Promise<unknown> => Promise.all([...(ending.get(sql) ?? [])]);

function endRead(sql: Sql, connection: Connection & { release(): void }, leave: Leave) {
  const reads = ending.get(sql) ?? new Set();
  ending.set(sql, reads);
  const release = () => {
    connection.release();
    leave();
    reads.delete(ended);
  };
  const ended: Promise<void> = connection.unsafe("commit").then(release, release);
  reads.add(ended);
}

/** Runs `work` in a read-only transaction. `tenantId` null: as the registry's owner. */
export async function readTransaction<T>(
  sql: Sql,
  tenantId: number | null,
  work: (connection: Connection) => Promise<T>,
  options: TransactionOptions = {},
) {
  const { connection, leave } = await reserve(sql, tenantId, options);
  try {
    // Not awaited: if this statement fails, the next statement fails too, and the next one is awaited.
    const { read } = beginnings[options.cost ?? "interactive"];
    send(connection, tenantId === null ? read : `${read}, ${bindTenant(tenantId)}`);
    return await work(connection);
  } finally {
    // Nothing was written, so the caller need not wait for the end. But the connection is released only after
    // the end: postgres.js sends a statement a moment after its call. If the connection were released before, the
    // first statements of its next user would run inside this transaction, and this commit inside the next
    // one.
    endRead(sql, connection, leave);
  }
}

/** Runs `work` in a transaction. Sends the statements passed to `last` together with the commit. */
export async function writeTransaction<T>(
  sql: Sql,
  tenantId: number | null,
  work: (connection: Connection, last: (statement: Promise<unknown>) => void) => Promise<T>,
  options: TransactionOptions = {},
) {
  const { connection, leave } = await reserve(sql, tenantId, options);
  const tail: Promise<unknown>[] = [];
  try {
    const { write } = beginnings[options.cost ?? "interactive"];
    send(connection, tenantId === null ? write : `${write}, ${bindTenant(tenantId)}`);
    const result = await work(connection, (statement) => {
      statement.catch(ignore);
      tail.push(statement);
    });
    const committed = connection.unsafe("commit").execute();
    committed.catch(ignore);
    // A failed statement of the tail turned the commit into a rollback. Its error is the result.
    await Promise.all(tail);
    await committed;
    return result;
  } catch (error) {
    await connection.unsafe("rollback").catch(ignore);
    throw error;
  } finally {
    connection.release();
    leave();
  }
}

/** Binds a transaction of the registry to a tenant for its following statements. */
export const enterTenant = (connection: Connection, tenantId: number) =>
  send(connection, `select ${bindTenant(tenantId)}`);

/** Returns the transaction to the platform. */
export const leaveTenant = (connection: Connection) =>
  send(connection, `select set_config('role', 'none', true), set_config('${TENANT_SETTING}', '', true)`);

function send(connection: Connection, text: string) {
  connection.unsafe(text).execute().catch(ignore);
}
