import type { AppError } from "../../kernel/errors";
import { localeCookie, type Locale } from "../../kernel/strings/languages";
import { localeOf } from "../../kernel/strings/locale";
import { refusalText } from "../../kernel/texts/text";

const CHOSEN = new RegExp(`(?:^|; )${localeCookie}=(\\w+)`);

/** Returns the language of a request for a hosted page: the chosen one, else one that the browser accepts. */
export const visitorsLocale = ({ headers }: Request): Locale =>
  localeOf(CHOSEN.exec(headers.get("cookie") ?? "")?.[1], headers.get("accept-language"));

/** Returns a refusal as plain text in the visitor's language, for addresses of hosted pages that have no page of their own. */
export function plainRefusal(request: Request, refusal: AppError): Response {
  return new Response(refusalText(visitorsLocale(request), refusal), {
    status: refusal.status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...(refusal.details.retryAfter !== undefined && { "retry-after": String(refusal.details.retryAfter) }),
    },
  });
}

/** Leads the browser from a form to another page. */
export const redirect = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store", ...headers } });
