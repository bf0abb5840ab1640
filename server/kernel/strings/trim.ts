/*
 * Trimming by loops. A regular expression such as `/x+$/` starts again at every `x` of a text that does not
 * end there: its time is quadratic in the text's length.
 */

/**
 * Returns the text without the characters at its end for which `isTrimmed` returns true. `isTrimmed` gets
 * whole code points.
 */
export function trimEndWhile(text: string, isTrimmed: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0) {
    const low = text.charCodeAt(end - 1);
    const isPair = low >= 0xdc00 && low <= 0xdfff && end > 1 && isHighSurrogate(text.charCodeAt(end - 2));
    const start = end - (isPair ? 2 : 1);
    if (!isTrimmed(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Returns the text without any of `characters` at its end. */
export const trimEndOf = (text: string, characters: string): string =>
  trimEndWhile(text, (character) => characters.includes(character));
