import { useExtracted, useLocale } from "next-intl";
import { fieldWordsIn } from "@/components/form/field-words";

/** Error messages for a field with one address per line. */
export interface UriWords {
  none: string;
  tooMany: (most: number) => string;
  /**
   * Translates an error message of the server's schema. `line` is the line number from 1, or null for a field with one line.
   */
  problem: (message: string, line: number | null) => string;
}

/** Returns a function that loads the messages in the language of the page. */
export function useUriWords(): () => Promise<UriWords> {
  const t = useExtracted("console");
  const locale = useLocale();
  return async () => {
    const said = await fieldWordsIn(locale);
    return {
      none: t("Enter at least one address"),
      tooMany: (most) => t("At most {most, number} addresses", { most }),
      problem: (message, line) =>
        line === null ? said(message) : t("Line {line, number}: {problem}", { line, problem: said(message) }),
    };
  };
}
