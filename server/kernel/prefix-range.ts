/*
 * "Starts with" as a range of a column that compares by code point (codeText in db/kit.ts). LIKE is not leakproof, so
 * under row-level security no index serves it; >= and < are.
 */

const LAST = 0x10ffff;

/** The code point after this one; those of surrogates are none. */
const next = (point: number) => (point === 0xd7ff ? 0xe000 : point + 1);

/** The texts that start with `prefix` are those from `from` up to but not including `below`; null: no upper bound. */
export function prefixRange(prefix: string): { from: string; below: string | null } {
  const from = prefix.toWellFormed();
  const points = Array.from(from, (character) => character.codePointAt(0)!);
  // What ends in the last code point of all is followed by the successor of what stands before it.
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  return { from, below: last === undefined ? null : String.fromCodePoint(...points, next(last)) };
}
