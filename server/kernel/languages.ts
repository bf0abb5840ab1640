/** The languages of pages and messages, each in its own words; the first is the one of whoever asks for none of them. */
export const languages = { en: "English", de: "Deutsch" } as const;
export type Locale = keyof typeof languages;
export const locales = Object.keys(languages) as [Locale, ...Locale[]];

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/** Where the browser keeps the language that somebody chose. */
export const localeCookie = "castellan_locale";

/** Who chose a language keeps it in this browser for so long. */
export const localeCookieSeconds = 365 * 24 * 60 * 60;
