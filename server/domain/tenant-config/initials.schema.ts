/** Returns the initials of a person or an organization: at most two capitals. Returns "?" if the name has none. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("") || "?";

/** Returns the index of a colour tone for a name. Equal names have equal tones. */
export const toneOf = (name: string, tones: number): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tones;
