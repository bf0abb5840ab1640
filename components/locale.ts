import { localeCookie, localeCookieSeconds, type Locale } from "@/server/kernel/strings/languages";

/** Sets the language of the following pages in this browser. */
export function keepLocale(locale: Locale) {
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=${localeCookieSeconds}; samesite=lax`;
}
