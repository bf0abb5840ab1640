import type { Locale } from "@/server/kernel/strings/languages";

/** Loads the function that decodes messages of the server's schemas into a language. Other texts stay as they are. */
export const fieldWordsIn = async (locale: Locale) =>
  (await import("@/server/kernel/refusals/field-words")).fieldWords(locale);
