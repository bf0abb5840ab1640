/** What was typed one per line. */
export const linesIn = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * The first of these addresses with a star that stands for nothing but itself. One with a star in its host is refused, and what
 * is no address yet may become one: of neither is there anything to say.
 */
export const starredIn = (text: string): string | undefined =>
  linesIn(text).find((uri) => uri.includes("*") && URL.canParse(uri) && !new URL(uri).hostname.includes("*"));
