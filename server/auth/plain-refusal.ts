import type { AppError } from "../kernel/errors";
import { localeCookie } from "../kernel/strings/languages";
import { localeOf } from "../kernel/strings/locale";
import { refusalText } from "../kernel/refusals/text";

const CHOSEN = new RegExp(`(?:^|; )${localeCookie}=(\\w+)`);

/** Returns a refusal as plain text in the visitor's language, for addresses of hosted pages that have no page of their own. */
export function plainRefusal({ headers }: Request, refusal: AppError): Response {
  const chosen = CHOSEN.exec(headers.get("cookie") ?? "")?.[1];
  return new Response(refusalText(localeOf(chosen, headers.get("accept-language")), refusal), {
    status: refusal.status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...(refusal.details.retryAfter !== undefined && { "retry-after": String(refusal.details.retryAfter) }),
    },
  });
}
