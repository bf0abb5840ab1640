import { setTimeout as delay } from "node:timers/promises";
import type { AppError } from "../errors";
import { requestRefusals } from "../refusals/requests";

/**
 * Codes of temporary failures: PostgreSQL's classes of connection errors, shutdown, resources, statement
 * timeouts, lock timeouts and deadlocks, refusals of the gate, connection errors of its driver, and errors of the network and of name resolution.
 */
const notNow =
  /^(08|53|57P0|57014|55P03|40P01|25P03|GATE_FULL|CONNECT_TIMEOUT|CONNECTION_|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EADDRNOTAVAIL|ENETUNREACH|EPIPE|ERR_SOCKET_CLOSED|ERR_STREAM_DESTROYED)/;

interface Failure {
  code?: unknown;
  cause?: unknown;
  /** Set in an AggregateError: one error for each address of a host. `causesOf` continues with the first error. */
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

/** Codes of a change in a database that accepts none: it is read-only, or its disk is full. */
const readOnly = new Set<unknown>(["25006", "53100"]);

/** Returns true if the database refused a change because it accepts none. */
export const isReadOnly = (error: unknown): boolean => causesOf(error).some(({ code }) => readOnly.has(code));

/** Refusals of temporary failures that are not the state of the database as a whole, by their codes. */
const particular = new Map<unknown, () => AppError>([
  // query_canceled: the time limit of a statement.
  ["57014", () => requestRefusals.took_too_long({ retryAfter: 5 })],
  // lock_not_available: the time limit of waiting for a row or a table.
  ["55P03", () => requestRefusals.data_in_use({ retryAfter: 2 })],
  // server/store/gate.ts
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

/** Codes of transactions that have certainly changed nothing: no place, a time limit, or a deadlock. */
const WITHOUT_EFFECT = new Set<unknown>(["GATE_FULL", "55P03", "57014", "40P01"]);

/** Returns true if the failed transaction changed nothing and may succeed later. After a lost connection, this is unknown. */
export const isWithoutEffect = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => WITHOUT_EFFECT.has(code));

/** Codes of refusals before a statement was sent. They can be as frequent as requests. */
const REFUSED_BEFORE = new Set<unknown>(["GATE_FULL", "CONNECTION_AWAY"]);

/** Returns true if the log needs no stack of this error, because the state of the database explains it. */
export const isExplained = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => REFUSED_BEFORE.has(code));

/** Maximum number of repetitions after a deadlock. */
const RETRIES = 3;

/** Maximum time in milliseconds before the next try, so that the same transactions do not meet again. */
const LONGEST_PAUSE_MS = 200;

/**
 * Runs `work` again if the database ended its transaction to resolve a deadlock (PostgreSQL 40P01), for
 * example when two administrators change each other at once. `work` must have no effect outside its
 * transaction.
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
