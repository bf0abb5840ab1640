import type { TRPCClientError, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/root";
import { dictionaryOf } from "../dictionaries";
import { isLocale } from "@/server/kernel/languages";

/** Translates an error into the current language of the page. Keeps the English text if the dictionary is unavailable. */
async function said(error: TRPCClientError<AppRouter>) {
  const { lang } = document.documentElement;
  if (!isLocale(lang)) return error;
  try {
    error.message = (await dictionaryOf(lang))(error.message);
  } catch {
    // The dictionary could not be fetched.
  }
  return error;
}

/** Link that translates refusals of the server before pages receive them. Only for the browser. */
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
