import { useMessages } from "next-intl";

/** Texts by code. Each is translated on use. */
export type WordTable = Readonly<Record<string, () => string>>;

/**
 * Returns the text for a code, or undefined without one. Uses own properties only: codes come from data, and a custom field may
 * have the name "constructor".
 */
export const wordOf = (words: WordTable, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code]!() : undefined;

/** Returns the texts of an area that a registry of the server fills. They have no arguments: see app/_words/rule-messages.ts. */
export function useWordTable(area: "rule-names" | "rule-fields"): WordTable {
  const messages = useMessages();
  return Object.fromEntries(Object.entries(messages[area] ?? {}).map(([code, text]) => [code, () => text]));
}
