import { useLocale } from "next-intl";

/** A word that is large only because it begins something: not URI, DPoP or StartTLS. */
const CAPITALIZED = /(?<!\p{L})\p{Lu}\p{Ll}*(?!\p{L})/gu;

/** English words that stand alone elsewhere, for the middle of a sentence: "Redirect URI" as "redirect URI". */
export const smallInEnglish = (words: string) => words.replace(CAPITALIZED, (word) => word.toLowerCase());

/** Words that stand alone elsewhere, for the middle of a sentence: in English small, while German nouns stay as they are. */
export function useInSentence(): (words: string) => string {
  const locale = useLocale();
  return (words) => (locale === "en" ? smallInEnglish(words) : words);
}
