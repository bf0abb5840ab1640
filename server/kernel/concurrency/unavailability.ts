import { setTimeout as delay } from "node:timers/promises";
import type { AppError } from "../errors";
import { requestRefusals } from "../refusals";

/**
 * Codes of temporary failures: PostgreSQL's classes of connection errors, shutdown, resources, statement timeouts, lock
 * timeouts and deadlocks; refusals of server/store/gate.ts; connection errors of the PostgreSQL driver; errors of the network
 * and of name resolution.
 */
const notNow =
  /^(08|53|57P0|57014|55P03|40P01|25P03|GATE_FULL|CONNECT_TIMEOUT|CONNECTION_|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EADDRNOTAVAIL|ENETUNREACH|EPIPE|ERR_SOCKET_CLOSED|ERR_STREAM_DESTROYED|ERR_SCRIPT_EXECUTION_TIMEOUT)/;

interface Failure {
  code?: unknown;
  cause?: unknown;
  /** Set in an AggregateError, with one error for each address of a host. `causesOf` continues with the first error. */
  errors?: unknown[];
}

/** Returns an error and its causes, outermost first. */
export function causesOf(error: unknown): Failure[] {
  const found: Failure[] = [];
  for (let at = error; typeof at === "object" && at !== null && !found.includes(at);) {
    const failure: Failure = at;
    found.push(failure);
    at = failure.cause ?? failure.errors?.[0];
  }
  return found;
}

/**
 * Returns true if this code means that the database, or another required host, is temporarily unavailable.
 */
export const isAway = ({ code }: Failure): boolean => typeof code === "string" && notNow.test(code);

/** Codes of a refused change: the database is read-only, or its disk is full. */
const readOnly = new Set<unknown>(["25006", "53100"]);

/** Returns true if the database refused a change because the database is read-only or its disk is full. */
export const isReadOnly = (error: unknown): boolean => causesOf(error).some(({ code }) => readOnly.has(code));

/**
 * Refusals by their codes, for temporary failures of one statement or one organization. Other temporary failures concern the
 * whole database.
 */
const particular = new Map<unknown, () => AppError>([
  // PostgreSQL's query_canceled: the statement exceeded its time limit.
  ["57014", () => requestRefusals.took_too_long({ retryAfter: 5 })],
  // The expressions of an organization's claims exceeded their time limit (domain/app-claims/expressions.ts).
  ["ERR_SCRIPT_EXECUTION_TIMEOUT", () => requestRefusals.took_too_long({ retryAfter: 5 })],
  // PostgreSQL's lock_not_available: the statement waited too long for the lock of a row or a table.
  ["55P03", () => requestRefusals.data_in_use({ retryAfter: 2 })],
  // Refusal of server/store/gate.ts: no connection was available to the organization.
  ["GATE_FULL", () => requestRefusals.too_busy({ retryAfter: 2 })],
]);

/** Returns a 503 refusal for a temporary failure; null for any other failure. */
export function unavailability(error: unknown): AppError | null {
  if (isReadOnly(error)) return requestRefusals.read_only({ retryAfter: 30 });
  for (const failure of causesOf(error))
    if (isAway(failure))
      return particular.get(failure.code)?.() ?? requestRefusals.unavailable({ retryAfter: 5 });
  return null;
}

/** Codes of failed transactions that changed nothing: no connection, an exceeded time limit, or a deadlock. */
const WITHOUT_EFFECT = new Set<unknown>(["GATE_FULL", "55P03", "57014", "40P01"]);

/**
 * Returns true if the failed transaction changed nothing and may succeed later. Returns false after a lost connection, because
 * the transaction may have been committed.
 */
export const isWithoutEffect = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => WITHOUT_EFFECT.has(code));

/** Codes of refusals before a statement was sent. Under load, every request can cause such a refusal. */
const REFUSED_BEFORE = new Set<unknown>(["GATE_FULL", "CONNECTION_AWAY"]);

/** Returns true if the log needs no stack trace of this error, because the code alone explains the error. */
export const isExplained = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => REFUSED_BEFORE.has(code));

/** Maximum number of repetitions after a deadlock. */
const RETRIES = 3;

/**
 * Maximum random pause in milliseconds before the next try. The pause makes a second deadlock of the same transactions
 * unlikely.
 */
const LONGEST_PAUSE_MS = 200;

/**
 * Runs `work` again if the database ended the transaction of `work` to resolve a deadlock (PostgreSQL 40P01). Two
 * administrators who change each other at once can cause a deadlock. `work` must have no effect outside its transaction.
 */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = RETRIES; ; retries -= 1)
    try {
      return await work();
    } catch (error) {
      if (retries === 0 || !causesOf(error).some(({ code }) => code === "40P01")) throw error;
      await delay(Math.random() * LONGEST_PAUSE_MS);
    }
}
