import { localeCookie, type Locale } from "@/server/kernel/languages";

/** Who chose a language keeps it in this browser. */
export const localeCookieSeconds = 365 * 24 * 60 * 60;

/** Makes this the language of the pages that the browser asks for from now on. */
export function keepLocale(locale: Locale) {
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=${localeCookieSeconds}; samesite=lax`;
}
