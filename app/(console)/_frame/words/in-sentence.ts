import { useLocale } from "next-intl";

/** Matches a word with only an initial capital, but not URI, DPoP or StartTLS. */
const CAPITALIZED = /(?<!\p{L})\p{Lu}\p{Ll}*(?!\p{L})/gu;

/** Lowers the initial capitals of English words for use inside a sentence: "Redirect URI" becomes "redirect URI". */
export const smallInEnglish = (words: string) => words.replace(CAPITALIZED, (word) => word.toLowerCase());

/**
 * Returns a function that adapts a label for use inside a sentence. English words get small initials. German nouns stay
 * unchanged.
 */
export function useInSentence(): (words: string) => string {
  const locale = useLocale();
  return (words) => (locale === "en" ? smallInEnglish(words) : words);
}
