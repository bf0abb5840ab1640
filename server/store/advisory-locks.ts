import type { TransactionSql } from "postgres";

/**
 * First keys of the two-part advisory locks of PostgreSQL. Each first key belongs to one kind of work. The lock prevents two
 * instances from doing the same work at the same time.
 */
export const advisoryLocks = {
  auditSeals: 726_627,
  webhookClaims: 726_628,
  dispatch: 726_629,
  summaries: 726_630,
} as const;

/**
 * Lets PostgreSQL end this transaction if its instance sends nothing for this time. An instance that is paused or cut off would
 * otherwise keep its locks, and stop the work of all instances.
 */
export const endSilence = (tx: TransactionSql, seconds: number): Promise<unknown> =>
  tx`select set_config('idle_in_transaction_session_timeout', ${`${seconds}s`}, true)`;
