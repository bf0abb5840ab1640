import type { TRPCClientError, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/root";
import { dictionaryOf } from "../dictionaries";
import { isLocale } from "@/server/kernel/languages";

/** Says an error in the language of the page, as that is now; without its dictionary the English stands. */
async function said(error: TRPCClientError<AppRouter>) {
  const { lang } = document.documentElement;
  if (!isLocale(lang)) return error;
  try {
    error.message = (await dictionaryOf(lang))(error.message);
  } catch {
    // It could not be fetched.
  }
  return error;
}

/** Puts what the server refuses with into the reader's language, before any page sees it. For the browser. */
export const serverMessageLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: observer.next,
        complete: observer.complete,
        error: (error) => void said(error).then(observer.error),
      }),
    );
