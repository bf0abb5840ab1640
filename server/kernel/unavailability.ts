import { AppError } from "./errors";

/**
 * "Not now": PostgreSQL's classes of connection trouble, shutdown, resources and a statement that took too long; what its
 * driver says of a connection; what the network and its names say of a host.
 */
const notNow =
  /^(08|53|57P0|57014|CONNECT_TIMEOUT|CONNECTION_|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)/;

/** An error and what it came of; of several addresses that failed, any stands for all. */
function* causesOf(error: unknown): Generator<object> {
  const left = [error];
  const seen = new Set<unknown>();
  for (
    let next = left.shift();
    typeof next === "object" && next !== null && !seen.has(next);
    next = left.shift()
  ) {
    seen.add(next);
    yield next;
    left.push((next as { cause?: unknown }).cause ?? (next as Partial<AggregateError>).errors?.[0]);
  }
}

/** 503 where something failed because the database is not to be had for the moment; null for any other failure. */
export function unavailability(error: unknown): AppError | null {
  for (const { code } of causesOf(error) as Generator<{ code?: unknown }>)
    if (typeof code === "string" && notNow.test(code))
      return new AppError(503, "unavailable", "The service is not available right now; try again shortly.", {
        retryAfter: 5,
      });
  return null;
}
