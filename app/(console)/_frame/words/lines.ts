import { parseUrl } from "@/server/kernel/http/parse-url";

/** Splits a text into trimmed lines without empty lines. */
export const linesIn = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * Returns the first address that contains a star outside of the host, or undefined. Such a star has no special meaning. Ignores
 * incomplete addresses. Ignores a star in the host, because the server refuses such an address.
 */
export const starredIn = (text: string): string | undefined =>
  linesIn(text).find((uri) => uri.includes("*") && parseUrl(uri)?.hostname.includes("*") === false);
