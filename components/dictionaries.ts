import type { Locale } from "@/server/kernel/languages";

export type Say = (text: string) => string;

/** The browser fetches the entries as JSON, which parses faster than a script and does not block the page. */
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

/** Returns the text unchanged: for English, and if the dictionary is unavailable. */
export const asItIs: Say = (text) => text;

const english = Promise.resolve(asItIs);
let germanOnce: Promise<Say> | null = null;

/** Loaders of the dictionaries by language. The server writes all messages in English. */
const dictionaries: Record<Locale, () => Promise<Say>> = {
  en: () => english,
  de: () =>
    (germanOnce ??= german().catch((error: unknown) => {
      germanOnce = null;
      throw error;
    })),
};

/**
 * Returns the function that translates server messages into a language. Loads the dictionary once, on the first call. Rejects if
 * loading fails, and the next call tries again.
 */
export const dictionaryOf = (locale: Locale): Promise<Say> => dictionaries[locale]();
