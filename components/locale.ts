/** The languages of the pages, each in its own words; the first is the one of whoever asks for none of them. */
export const languages = { en: "English", de: "Deutsch" } as const;
export type Locale = keyof typeof languages;
export const locales = Object.keys(languages) as Locale[];

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/** Who chose a language keeps it in this browser. */
export const localeCookie = "castellan_locale";
export const localeCookieSeconds = 365 * 24 * 60 * 60;

/** Makes this the language of the pages that the browser asks for from now on. */
export function keepLocale(locale: Locale) {
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=${localeCookieSeconds}; samesite=lax`;
}
