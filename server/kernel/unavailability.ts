import { AppError } from "./errors";

/**
 * "Not now": PostgreSQL's classes of connection trouble, shutdown, resources and a statement that took too long; what its
 * driver says of a connection; what the network and its names say of a host.
 */
const notNow =
  /^(08|53|57P0|57014|CONNECT_TIMEOUT|CONNECTION_|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EADDRNOTAVAIL|ENETUNREACH|EPIPE)/;

interface Failure {
  code?: unknown;
  cause?: unknown;
  /** Of an AggregateError: one for each address of a host, of which the first stands for all. */
  errors?: unknown[];
}

/** An error and what it came of, outermost first. */
export function causesOf(error: unknown): Failure[] {
  const found: Failure[] = [];
  for (let at = error; typeof at === "object" && at !== null && !found.includes(at);) {
    const failure: Failure = at;
    found.push(failure);
    at = failure.cause ?? failure.errors?.[0];
  }
  return found;
}

/** Whether a failure of this code says that the database, or another host that is needed, is not to be had for the moment. */
export const isAway = ({ code }: Failure): boolean => typeof code === "string" && notNow.test(code);

/** 503 where something failed for a reason that will pass; null for any other failure. */
export const unavailability = (error: unknown): AppError | null =>
  causesOf(error).some(isAway)
    ? new AppError(503, "unavailable", "The service is not available right now; try again shortly.", {
        retryAfter: 5,
      })
    : null;
