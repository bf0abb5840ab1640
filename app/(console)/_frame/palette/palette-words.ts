const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether several texts together hold every word of what the reader typed. */
export const fits = (text: string) => {
  const words = wordsOf(text);
  return (...texts: (string | null)[]) => {
    const all = texts.join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  };
};

/** A shorter beginning of a verb is more likely a part of a name. */
const LEAST = 3;

/**
 * Whom the reader means by "suspend anna" or "sus anna": what is left when the words of the verb, or their beginnings, are
 * taken out, wherever they stand. Null where the verb is not there, or nobody beside it.
 */
export function personAfter(verb: string, text: string): string | null {
  const verbs = wordsOf(verb);
  const isVerb = (word: string) => word.length >= LEAST && verbs.some((part) => part.startsWith(word));
  const words = wordsOf(text);
  const person = words.filter((word) => !isVerb(word)).join(" ");
  return person.length < 2 || person === words.join(" ") ? null : person;
}
