import { useMessages } from "next-intl";

/** Table from codes to functions that return translated texts. A text is translated when its function is called. */
export type WordTable = Readonly<Record<string, () => string>>;

/**
 * Returns the text for a code, or undefined. Reads only own properties of the table. A code such as "constructor" is possible,
 * because codes come from data such as custom fields.
 */
export const wordOf = (words: WordTable, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code]!() : undefined;

/** Areas of app/_words/registry-messages.ts whose texts have no arguments. */
export const wordTables = [
  "rule-names",
  "rule-fields",
  "proof-names",
  "recorded-factors",
  "provider-names",
  "provider-proofs",
  "provider-fields",
] as const;

/** Returns the texts of a registry. */
export function useWordTable(area: (typeof wordTables)[number]): WordTable {
  const messages = useMessages();
  return Object.fromEntries(Object.entries(messages[area] ?? {}).map(([code, text]) => [code, () => text]));
}
