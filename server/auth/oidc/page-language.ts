import { isLocale, localeCookie, localeCookieSeconds } from "../../kernel/strings/languages";
import { formOf } from "../../kernel/http/request-body";
import { isOwnForm } from "../browser/same-origin";
import { parseUrl } from "../../kernel/http/parse-url";

/** Paths of the hosted pages, which can be shown again in another language. */
const OWN_PAGE =
  /^\/(authorize|device|end_session|sign-in|recover|verify|join|interaction|act-as|account)(\/[\w./-]*)?$/;

/** Returns the path to which the browser returns from the form. It is a hosted page at this host, or "/". */
function pageAt(back: string, baseUrl: string): string {
  const url = back.startsWith("/") ? parseUrl(back, baseUrl) : null;
  if (url === null) return "/";
  const { origin, pathname, search } = url;
  return origin === new URL(baseUrl).origin && OWN_PAGE.test(pathname) ? pathname + search : "/";
}

/**
 * Stores the chosen language in this browser and redirects to the same page. Ignores unknown languages. Answers 403 to a form of
 * another site.
 */
export async function choosePageLanguage(request: Request, baseUrl: string): Promise<Response> {
  if (!isOwnForm(request, baseUrl, false))
    return new Response("This form must be sent from its own page.", { status: 403 });
  const form = await formOf(request);
  const [locale, back] = [form.get("locale"), form.get("back")];
  const headers = new Headers({
    location: pageAt(typeof back === "string" ? back : "", baseUrl),
    "cache-control": "no-store",
  });
  // Readable by scripts, because the language menu of the console reads and sets this cookie
  // (components/shell/language-choice.tsx).
  if (isLocale(locale))
    headers.set(
      "set-cookie",
      `${localeCookie}=${locale}; Path=/; Max-Age=${localeCookieSeconds}; SameSite=Lax`,
    );
  return new Response(null, { status: 303, headers });
}
