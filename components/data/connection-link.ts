import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/root";

/**
 * Link that replaces the message of a failed connection by `words`. `fetch` reports it as a TypeError, whose message each browser
 * words differently and only in English.
 */
export const connectionLink =
  (words: string): TRPCLink<AppRouter> =>
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: observer.next,
        complete: observer.complete,
        error: (error) => {
          if (error.cause instanceof TypeError) error.message = words;
          observer.error(error);
        },
      }),
    );
