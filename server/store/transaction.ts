import { TENANT_ROLE, TENANT_SETTING } from "@/db/kit";
import type { Connection, Sql } from "./database";
import type { Cost } from "../kernel/operation/store";
import type { Gate } from "./gate";

/*
 * Pipelined transactions. The statements that open a transaction are sent together with the caller's first statement. The
 * commit is sent together with the caller's last statement. Therefore, opening and committing cost no extra round trip.
 * Measured with postgres.js over TCP: a read takes 0.15 ms with pipelining, and 0.33 ms with awaited statements.
 */

/**
 * Returns SQL that binds a transaction to a tenant. Row-level security then allows access to rows of this tenant only. The
 * settings end with the transaction, because other transactions use the same connection later.
 */
const bindTenant = (tenantId: number) => {
  if (!Number.isSafeInteger(tenantId)) throw new TypeError(`not a tenant id: ${tenantId}`);
  return `set_config('role', '${TENANT_ROLE}', true), set_config('${TENANT_SETTING}', '${tenantId}', true)`;
};

/**
 * Time limits in milliseconds for each kind of transaction. `statementMs` limits one statement. `lockMs` limits the wait for
 * locked rows and tables. Without `lockMs`, one locked row could block the connections of all transactions that need this row.
 */
export const timeLimits: Record<Cost, { statementMs: number; lockMs: number }> = {
  interactive: { statementMs: 5_000, lockMs: 3_000 },
  heavy: { statementMs: 10_000, lockMs: 3_000 },
  job: { statementMs: 600_000, lockMs: 30_000 },
};

/** Returns SQL that sets the time limits for a kind of transaction. The limits end with the transaction. */
const limitTime = (cost: Cost) => {
  const { statementMs, lockMs } = timeLimits[cost];
  const times = `set_config('statement_timeout', '${statementMs}', true), set_config('lock_timeout', '${lockMs}', true)`;
  // Parallel query is turned off, so that each statement uses one core. Otherwise, a few heavy statements could use all cores,
  // and interactive statements would wait.
  return cost === "interactive"
    ? times
    : `${times}, set_config('max_parallel_workers_per_gather', '0', true)`;
};

/** The statements that open a transaction, without the binding to a tenant. */
export const beginnings: Record<Cost, { read: string; write: string }> = {
  interactive: beginningOf("interactive"),
  heavy: beginningOf("heavy"),
  job: beginningOf("job"),
};

function beginningOf(cost: Cost) {
  return { read: `begin read only; select ${limitTime(cost)}`, write: `begin; select ${limitTime(cost)}` };
}

/** Gate and time limits of a transaction. */
export interface TransactionOptions {
  /** Gate of the connection pool. Without a gate, the transaction waits for a connection without a time limit. */
  gate?: Gate | undefined;
  /** Kind of the transaction, which sets its time limits. Default: interactive. */
  cost?: Cost | undefined;
}

const ignore = () => {};

/**
 * Waits until the gate admits the transaction, and reserves a connection. The caller must release the connection and then call
 * `leave`.
 */
async function reserve(
  sql: Sql,
  tenantId: number | null,
  { gate, cost = "interactive" }: TransactionOptions,
) {
  const entered = gate?.enter(tenantId, cost);
  // If the transaction can start at once, the gate returns no promise. An `await` would then cost time without need.
  const leave = entered instanceof Promise ? await entered : entered;
  try {
    return { connection: await sql.reserve(), leave: leave ?? ignore };
  } catch (error) {
    leave?.();
    throw error;
  }
}

/** Ends of read-only transactions that still run, by client. The callers have already continued. */
const ending = new WeakMap<Sql, Set<Promise<void>>>();

/**
 * Waits until every read has released its connection. Must be called before the client is closed. Otherwise, postgres.js would
 * wait for these connections forever.
 */
export const readsEnded = (sql: Sql): Promise<unknown> => Promise.all([...(ending.get(sql) ?? [])]);

/** Number of statements of the last read of each kind (`ReadOptions.like`). */
const lastCounts = new WeakMap<object, number>();

export interface ReadOptions extends TransactionOptions {
  /**
   * Kind of the read, usually its operation. The read is expected to send as many statements as the last read of its kind, and
   * sends the commit together with the last of them. This saves a write to the socket for each read. If the expectation is
   * wrong, a further statement begins a new transaction. The level "read committed" takes a new snapshot for each statement, so
   * that this makes no difference to the result.
   */
  like?: object | undefined;
}

/** Runs `work` in a read-only transaction. If `tenantId` is null, the transaction has the rights of the owner of the tables. */
export async function readTransaction<T>(
  sql: Sql,
  tenantId: number | null,
  work: (connection: Connection) => Promise<T>,
  options: ReadOptions = {},
) {
  const { like } = options;
  const { connection, leave } = await reserve(sql, tenantId, options);
  const { read } = beginnings[options.cost ?? "interactive"];
  const beginning = tenantId === null ? read : `${read}, ${bindTenant(tenantId)}`;
  const unsafe = connection.unsafe.bind(connection);
  const expected = like && lastCounts.get(like);
  let sent = 0;
  /** The commit of the open transaction. Null if the transaction needs one. */
  let committed: Promise<unknown> | null = null;
  const commit = () => {
    committed = unsafe("commit").execute();
    // The caller of the failed statement gets the error.
    committed.catch(ignore);
    return committed;
  };
  // The opening statement is not awaited. If this statement fails, the next statement of the transaction also fails, and `work`
  // awaits that statement.
  const begin = () => void unsafe(beginning).execute().catch(ignore);
  begin();
  const counting = (...parts: Parameters<Connection["unsafe"]>) => {
    if (committed !== null) begin();
    committed = null;
    // `execute` before the commit, so that the statement is sent first.
    const statement = unsafe(...parts).execute();
    sent += 1;
    if (sent === expected) void commit();
    return statement;
  };
  try {
    // The connection is an object of this reservation only. The cast is needed because the wrapper has no type parameter.
    return await work(Object.assign(connection, { unsafe: counting as Connection["unsafe"] }));
  } finally {
    if (like) lastCounts.set(like, sent);
    // The caller does not wait for the commit, because a read changes nothing. But the connection is released only after the
    // commit, because postgres.js sends a statement a moment after its call. With an earlier release, the first statements of
    // the next user could run inside this transaction, and this commit could end the next transaction.
    const reads = ending.get(sql) ?? new Set();
    ending.set(sql, reads);
    const release = () => {
      connection.release();
      leave();
      reads.delete(ended);
    };
    const ended: Promise<void> = (committed ?? commit()).then(release, release);
    reads.add(ended);
  }
}

/**
 * Runs `work` in a transaction. `work` passes its last statements to `last` without awaiting them. The commit is sent together
 * with these statements.
 */
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
    // If one of the last statements failed, PostgreSQL rolled back at the commit. The error of this statement is thrown first.
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

/** Binds a running transaction of the platform to a tenant. Applies to the following statements. */
export const enterTenant = (connection: Connection, tenantId: number) =>
  send(connection, `select ${bindTenant(tenantId)}`);

/** Ends the binding of a transaction to a tenant. The following statements run with the rights of the platform. */
export const leaveTenant = (connection: Connection) =>
  send(connection, `select set_config('role', 'none', true), set_config('${TENANT_SETTING}', '', true)`);

function send(connection: Connection, text: string) {
  connection.unsafe(text).execute().catch(ignore);
}
