const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns a predicate on texts. The predicate returns true if the texts together contain all words of `text`. */
export const fits = (text: string) => {
  const words = wordsOf(text);
  return (...texts: (string | null)[]) => {
    const all = texts.join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  };
};

/** Minimum length of an abbreviated verb, in characters. A shorter word is more likely a part of a name. */
const LEAST = 3;

/**
 * Returns the name in a text like "suspend anna" or "sus anna". The verb and its abbreviations may be at any position. Returns
 * null if the text has no verb or no name.
 */
export function personAfter(verb: string, text: string): string | null {
  const verbs = wordsOf(verb);
  const isVerb = (word: string) => word.length >= LEAST && verbs.some((part) => part.startsWith(word));
  const words = wordsOf(text);
  const person = words.filter((word) => !isVerb(word)).join(" ");
  return person.length < 2 || person === words.join(" ") ? null : person;
}

/** Returns true if each word of `text` is in the label or begins a word of the synonyms. */
export function isCalled(text: string, { label, also = "" }: { label: string; also?: string | undefined }) {
  const synonyms = wordsOf(also);
  const name = label.toLowerCase();
  return wordsOf(text).every(
    (word) => name.includes(word) || synonyms.some((synonym) => synonym.startsWith(word)),
  );
}
