/*
 * "Starts with" as a range of a column that compares by code point (codeText in db/kit.ts). Under row-level
 * security, an index supports only leakproof operators: >= and < are leakproof, and LIKE is not.
 */

const LAST = 0x10ffff;

/** Returns the next code point, without surrogates. */
const next = (point: number) => (point === 0xd7ff ? 0xe000 : point + 1);

/**
 * Returns the bounds of the texts that start with `prefix`: at least `from` and less than `below`. Null: no
 * upper bound.
 */
export function prefixRange(prefix: string): { from: string; below: string | null } {
  const from = prefix.toWellFormed();
  const points = Array.from(from, (character) => character.codePointAt(0)!);
  // A prefix that ends with the last code point has the upper bound of the text before it.
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  return { from, below: last === undefined ? null : String.fromCodePoint(...points, next(last)) };
}
