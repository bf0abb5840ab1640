import { localeCookie, localeCookieSeconds, type Locale } from "@/server/kernel/languages";

/** Makes this the language of the pages that the browser asks for from now on. */
export function keepLocale(locale: Locale) {
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=${localeCookieSeconds}; samesite=lax`;
}
