import type { TRPCClientError, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/root";

/** The language of the page as it is now: it may be another one than when the client was made. */
const inGerman = () => typeof document !== "undefined" && document.documentElement.lang === "de";

/** Says an error in the language of the page. The dictionary is loaded with the first one; without it English stands. */
async function said(error: TRPCClientError<AppRouter>) {
  if (!inGerman()) return error;
  const dictionary = await import("../said-in-german").catch(() => null);
  if (dictionary) error.message = dictionary.inGerman(error.message);
  return error;
}

/** Puts what the server refuses with into the reader's language, before any page sees it. */
export const saidLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: observer.next,
        complete: observer.complete,
        error: (error) => void said(error).then(observer.error),
      }),
    );
