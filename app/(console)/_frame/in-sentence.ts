import { useLocale } from "next-intl";

/** Words that stand alone elsewhere, for the middle of a sentence: in English small, while German nouns stay as they are. */
export function useInSentence(): (words: string) => string {
  const locale = useLocale();
  return (words) => (locale === "en" ? words.toLowerCase() : words);
}
