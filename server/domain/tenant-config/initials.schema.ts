/** The initials of a person or an organization, at most two, in capitals; "?" for a name that has none. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("") || "?";

/** Which of so many tones a name is shown in: the same name is always shown in the same. */
export const toneOf = (name: string, tones: number): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tones;
