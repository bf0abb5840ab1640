import type { Locale } from "@/server/kernel/languages";

export type Say = (text: string) => string;

/** By language, what brings the dictionary of what the server says. It says everything in English itself. */
const dictionaries: Record<Exclude<Locale, "en">, () => Promise<Say>> = {
  de: () => import("./said-in-german").then(({ inGerman }) => inGerman),
};

/** In English, and of what no dictionary can be had: the text stands. */
export const asItIs: Say = (text) => text;

/** Says in this language what the server says in English; a dictionary is loaded when it is first needed. */
export const dictionaryOf = (locale: Locale): Promise<Say> =>
  locale === "en" ? Promise.resolve(asItIs) : dictionaries[locale]();
