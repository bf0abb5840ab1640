/** Returns the non-empty lines of a text, trimmed. */
export const linesIn = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * Returns the first address with a star that is sent literally. Ignores a star in the host, which the server refuses, and
 * incomplete addresses.
 */
export const starredIn = (text: string): string | undefined =>
  linesIn(text).find((uri) => uri.includes("*") && URL.canParse(uri) && !new URL(uri).hostname.includes("*"));
