/** Languages of pages and messages, each with its own name. The first is the default. */
export const languages = { en: "English", de: "Deutsch" } as const;
export type Locale = keyof typeof languages;
export const locales = Object.keys(languages) as [Locale, ...Locale[]];

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/** Cookie with the language that the person chose. */
export const localeCookie = "castellan_locale";

/** Lifetime of this cookie in seconds. */
export const localeCookieSeconds = 365 * 24 * 60 * 60;
