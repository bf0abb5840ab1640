import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/root";
import { isLate } from "./query-client";

/** Longest time in milliseconds that a query and a change wait for their response. */
const LONGEST_MS = { GET: 20_000, POST: 60_000 };

/** Calls `fetch` with a time limit. A server that does not answer would otherwise leave the page waiting without an end. */
export const fetchInTime: typeof fetch = (input, init = {}) => {
  const limit = AbortSignal.timeout(LONGEST_MS[init.method === "POST" ? "POST" : "GET"]);
  return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
};

/** Error messages in the language of the page. */
interface Words {
  /** Message for a request without a response. */
  offline: string;
  /** Message for a response that no procedure returned, such as the error page of a proxy. */
  unreadable: string;
  /** Message for a query that the server did not answer in time. */
  late: string;
  /** Message for a change that the server did not answer in time. It may have been made. */
  lateChange: string;
}

/**
 * Returns the message of a refusal that the server sends before a procedure runs, for example for a body that is too large.
 * Returns null for other responses.
 */
function refusedWith(json: unknown): string | null {
  const text = (json as { error_description?: unknown } | null | undefined)?.error_description;
  return typeof text === "string" ? text : null;
}

/**
 * Link of the tRPC client that translates errors without a procedure's message. For these errors, browsers and the tRPC client
 * have only English messages. `fetch` throws a TypeError if the connection fails.
 */
export const connectionLink =
  ({ offline, unreadable, late, lateChange }: Words): TRPCLink<AppRouter> =>
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: observer.next,
        complete: observer.complete,
        error: (error) => {
          if (!error.shape)
            error.message = isLate(error)
              ? op.type === "mutation"
                ? lateChange
                : late
              : error.cause instanceof TypeError
                ? offline
                : (refusedWith(error.meta?.["responseJSON"]) ?? unreadable);
          observer.error(error);
        },
      }),
    );
