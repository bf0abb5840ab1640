import type { Locale } from "@/server/kernel/strings/languages";

/**
 * Loads the function that translates error messages of the server's schemas into a language. The function returns other texts
 * unchanged.
 */
export const fieldWordsIn = async (locale: Locale) =>
  (await import("@/server/kernel/texts/field")).fieldWords(locale);
