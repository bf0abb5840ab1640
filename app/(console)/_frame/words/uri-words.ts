import { useExtracted } from "next-intl";
import { useServerMessages } from "@/components/server-messages";

/** What is said of addresses that are typed one per line. */
export interface UriWords {
  none: string;
  tooMany: (most: number) => string;
  /** What the server's rule says of one of them; with its line, from 1, where there are several. */
  problem: (words: string, line: number | null) => string;
}

/** The same in the reader's language. */
export function useUriWords(): UriWords {
  const t = useExtracted("console");
  const serverMessage = useServerMessages();
  return {
    none: t("Give at least one address"),
    tooMany: (most) => t("At most {most, number} addresses", { most }),
    problem: (words, line) =>
      line === null
        ? serverMessage(words)
        : t("Line {line, number}: {problem}", { line, problem: serverMessage(words) }),
  };
}
