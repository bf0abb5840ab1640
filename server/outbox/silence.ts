import type { TransactionSql } from "postgres";

/**
 * Lets PostgreSQL end this transaction if its instance sends nothing for this time. An instance that is paused or cut off would
 * otherwise keep its locks, and stop the work of all instances.
 */
export const endSilence = (tx: TransactionSql, seconds: number): Promise<unknown> =>
  tx`select set_config('idle_in_transaction_session_timeout', ${`${seconds}s`}, true)`;
