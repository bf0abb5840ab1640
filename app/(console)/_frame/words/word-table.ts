/** Words by the codes that they stand for; each is only said when asked for. */
export type WordTable = Readonly<Record<string, () => string>>;

/**
 * The words for a code; undefined for one without, also where it is called like something that every object has
 * ("constructor"): codes come from data, and people name their fields themselves.
 */
export const wordOf = (words: WordTable, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code]!() : undefined;
