import { useLocale } from "next-intl";

/** Matches a word with one capital letter at its start. Does not match URI, DPoP or StartTLS. */
const CAPITALIZED = /(?<!\p{L})\p{Lu}\p{Ll}*(?!\p{L})/gu;

/**
 * Changes the initial letters of English words to lower case, for use inside a sentence: "Redirect URI" becomes "redirect URI".
 */
export const smallInEnglish = (words: string) => words.replace(CAPITALIZED, (word) => word.toLowerCase());

/**
 * Returns a function that adapts a label for use inside a sentence. The function changes English labels to lower case and
 * returns German labels unchanged, because German nouns have capitals.
 */
export function useInSentence(): (words: string) => string {
  const locale = useLocale();
  return (words) => (locale === "en" ? smallInEnglish(words) : words);
}
