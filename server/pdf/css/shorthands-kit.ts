import { colour, black } from "./colour";
import { length, sides, SIDES, words } from "./values";

/* Functions from which server/pdf/css/shorthands.ts builds the expansion of each shorthand. */

export type Longhand = [property: string, value: string];

const lineStyles = /^(none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset)$/;
const probe = { em: 16, rem: 16, vw: 800, vh: 1000 };
export const isLength = (word: string) => length(word, probe) !== null;
export const isColour = (word: string) => colour(word, black) !== null;
/**
 * Returns the expansion of a shorthand with one to four values for top, right, bottom and left. `name` returns the property
 * name of a side.
 */
export const perSide =
  (name: (side: string) => string) =>
  (value: string): Longhand[] => {
    const all = sides(words(value));
    return all ? SIDES.map((side, index) => [name(side), all[index]!]) : [];
  };

/** Splits a value such as `1px solid red` into width, style and colour, in any order. A missing part gets its initial value. */
export function line(value: string): { width: string; style: string; color: string } | null {
  const found = { width: "medium", style: "none", color: "currentcolor" };
  for (const word of words(value)) {
    const lower = word.toLowerCase();
    if (lineStyles.test(lower)) found.style = lower;
    else if (/^(thin|medium|thick)$/.test(lower) || isLength(lower)) found.width = lower;
    else if (isColour(lower)) found.color = lower;
    else return null;
  }
  return found;
}

/** Returns the expansion of a border shorthand. `which` contains the sides that the shorthand sets. */
export const borderOf =
  (which: readonly string[]) =>
  (value: string): Longhand[] => {
    const found = line(value);
    if (!found) return [];
    return which.flatMap((side) => [
      [`border-${side}-width`, found.width],
      [`border-${side}-style`, found.style],
      [`border-${side}-color`, found.color],
    ]);
  };

/**
 * Returns a function that expands one or two values into two properties. If there is one value, both properties get this value.
 */
export const pair =
  (first: string, second: string) =>
  (value: string): Longhand[] => {
    const [one, two = one] = words(value);
    return one === undefined
      ? []
      : [
          [first, one],
          [second, two!],
        ];
  };

/** Returns the expansion of a property into another property with the same value. */
export const as =
  (name: string) =>
  (value: string): Longhand[] => [[name, value]];
