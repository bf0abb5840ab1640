/**
 * Returns the initials of a person or an organization: the first characters of at most two words, in upper case. Returns "?" if
 * the name is empty.
 */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("") || "?";

/** Returns an index from 0 to `tones` - 1 for a name. The index selects a colour. Equal names have the same index. */
export const toneOf = (name: string, tones: number): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tones;
