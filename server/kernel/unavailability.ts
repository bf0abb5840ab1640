import { AppError } from "./errors";

/** PostgreSQL's classes of "not now": connection trouble, shutdown, resources, a statement that took too long. */
const notNow = /^(08|53|57P0|57014|CONNECT|CONNECTION_|ECONN)/;

/** 503 where something failed because the database is not to be had for the moment; null for any other failure. */
export function unavailability(error: unknown): AppError | null {
  const { code } = (error as { cause?: { code?: unknown } }).cause ?? (error as { code?: unknown });
  if (typeof code !== "string" || !notNow.test(code)) return null;
  return new AppError(503, "unavailable", "The service is not available right now; try again shortly.", {
    retryAfter: 5,
  });
}
