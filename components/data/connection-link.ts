import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/root";

/** Texts in the language of the page. */
interface Words {
  /** Message for a request without a response. */
  offline: string;
  /** Message for a response that is not from a procedure, such as the error page of a proxy. */
  unreadable: string;
}

/** Returns the text of a refusal that is sent before a procedure runs, such as for an oversized body. Null for other responses. */
function refusedWith(json: unknown): string | null {
  const text = (json as { error_description?: unknown } | null | undefined)?.error_description;
  return typeof text === "string" ? text : null;
}

/**
 * Link that replaces the message of an error that no procedure has returned. Browsers and the tRPC client word these messages only
 * in English. `fetch` reports a failed connection as a TypeError.
 */
export const connectionLink =
  ({ offline, unreadable }: Words): TRPCLink<AppRouter> =>
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: observer.next,
        complete: observer.complete,
        error: (error) => {
          if (!error.shape)
            error.message =
              error.cause instanceof TypeError
                ? offline
                : (refusedWith(error.meta?.["responseJSON"]) ?? unreadable);
          observer.error(error);
        },
      }),
    );
