import { newOpaqueToken } from "@/server/kernel/http/client-id";

/** A source of numbers from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** Returns a generator with the same numbers for the same start value (mulberry32), so that all demos are alike. */
export function random(start: number): Random {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a random element. */
export const pick = <T>(dice: Random, from: readonly T[]): T => from[Math.floor(dice() * from.length)]!;

/** Returns a random password that every policy accepts. It is a secret and therefore not derived from the dice. */
export const newPassword = () => `${newOpaqueToken().slice(0, 18)}-Aa1`;
