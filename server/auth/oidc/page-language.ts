import { isLocale, localeCookie, localeCookieSeconds } from "../../kernel/languages";
import { formOf } from "../../kernel/request-body";
import { isOwnForm } from "../same-origin";

/** The paths that such a page can be shown again at. */
const OWN_PAGE = /^\/(authorize|device|end_session)(\/[\w/-]*)?$/;

/** Where a page's form leads back to: a page of the protocol at this host, and no other address. */
function pageAt(back: string, baseUrl: string): string {
  if (!back.startsWith("/") || !URL.canParse(back, baseUrl)) return "/";
  const { origin, pathname, search } = new URL(back, baseUrl);
  return origin === new URL(baseUrl).origin && OWN_PAGE.test(pathname) ? pathname + search : "/";
}

/**
 * Keeps the language that a page's form asks for in this browser, and shows that page again. What is none of ours changes
 * nothing; 403 to a form of another site.
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
  // As the pages of Next keep it: scripts read and set it, too.
  if (isLocale(locale))
    headers.set(
      "set-cookie",
      `${localeCookie}=${locale}; Path=/; Max-Age=${localeCookieSeconds}; SameSite=Lax`,
    );
  return new Response(null, { status: 303, headers });
}
