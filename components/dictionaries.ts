import type { Locale } from "@/server/kernel/languages";

export type Say = (text: string) => string;

/** In a browser it comes as data: it is read in a fraction of the time that a script takes, and no page waits to run it. */
async function germanEntries(): Promise<Record<string, string>> {
  if (typeof window === "undefined") return (await import("./server-messages.de.json")).default;
  const response = await fetch(new URL("./server-messages.de.json", import.meta.url));
  if (!response.ok) throw new Error(`The German dictionary could not be fetched: ${response.status}.`);
  return (await response.json()) as Record<string, string>;
}

async function german(): Promise<Say> {
  const [{ createDictionary }, { regionNameIn }, entries] = await Promise.all([
    import("./dictionary"),
    import("./ui/place-name"),
    germanEntries(),
  ]);
  return createDictionary(entries, { placeIn: (place) => regionNameIn(place, "de") }).translate;
}

/** In English, and of what no dictionary can be had: the text stands. */
export const asItIs: Say = (text) => text;

const english = Promise.resolve(asItIs);
let germanOnce: Promise<Say> | null = null;

/** By language, what says in it what the server says. The server says everything in English itself. */
const dictionaries: Record<Locale, () => Promise<Say>> = {
  en: () => english,
  de: () =>
    (germanOnce ??= german().catch((error: unknown) => {
      germanOnce = null;
      throw error;
    })),
};

/**
 * Says in this language what the server says in English. A dictionary is loaded when it is first needed, and once: whoever asks
 * again gets the same promise. Rejects where it cannot be loaded; whoever asks after that tries again.
 */
export const dictionaryOf = (locale: Locale): Promise<Say> => dictionaries[locale]();
