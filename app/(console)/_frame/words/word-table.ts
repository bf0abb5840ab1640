/** Texts by code. Each is translated on use. */
export type WordTable = Readonly<Record<string, () => string>>;

/**
 * Returns the text for a code, or undefined without one. Uses own properties only: codes come from data, and a custom field may
 * have the name "constructor".
 */
export const wordOf = (words: WordTable, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code]!() : undefined;
