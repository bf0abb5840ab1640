import type { Locale } from "@/server/kernel/languages";

export type Say = (text: string) => string;

/** In a browser it comes as data: it is read in a fraction of the time that a script takes, and no page waits to run it. */
const germanEntries = async (): Promise<Record<string, string>> =>
  typeof window === "undefined"
    ? (await import("./said.de.json")).default
    : ((await (await fetch(new URL("./said.de.json", import.meta.url))).json()) as Record<string, string>);

/** By language, what brings the dictionary of what the server says. It says everything in English itself. */
const dictionaries: Record<Exclude<Locale, "en">, () => Promise<Say>> = {
  de: async () => {
    const [{ createDictionary }, entries] = await Promise.all([import("./dictionary"), germanEntries()]);
    return createDictionary(entries).translate;
  },
};

/** In English, and of what no dictionary can be had: the text stands. */
export const asItIs: Say = (text) => text;

/** Says in this language what the server says in English; a dictionary is loaded when it is first needed. */
export const dictionaryOf = (locale: Locale): Promise<Say> =>
  locale === "en" ? Promise.resolve(asItIs) : dictionaries[locale]();
