/** A source of numbers from 0 up to 1. */
export type Random = () => number;

/** The same numbers for the same start (mulberry32): a demo looks alike wherever it is made. */
export function random(start: number): Random {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of them. */
export const pick = <T>(dice: Random, from: readonly T[]): T => from[Math.floor(dice() * from.length)]!;
