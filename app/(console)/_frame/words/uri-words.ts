import { useExtracted } from "next-intl";
import { useServerMessages } from "@/components/server-messages";

/** Messages about addresses, one per line. */
export interface UriWords {
  none: string;
  tooMany: (most: number) => string;
  /** Returns the message of the server's rule, with the line from 1 if there are several. */
  problem: (words: string, line: number | null) => string;
}

/** Returns the messages in the reader's language. */
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
