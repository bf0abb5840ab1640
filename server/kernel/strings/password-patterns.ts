import { adjacencyGraphs } from "@zxcvbn-ts/language-common";

/*
 * Estimates the number of guesses that a password requires. A repeated piece, a sequence or a row of keys
 * costs an attacker one guess at any length. The work is bounded: only the beginning of a long password is
 * read.
 */

/** Number of characters that are read. They contain enough pieces if the password is strong. */
const READ = 128;
/** Shorter sequences and repetitions do not count as patterns, because they occur by chance. */
const SHORTEST = 3;
/** The longest distance between the characters of interleaved patterns, as in `1a2b3c` (2) and `111222333` (3). */
const LONGEST_STRIDE = 4;
/** Minimum length of a name that is removed from a password. Shorter names occur by chance. */
const TELLING = 4;

type Step = string | null;

/** The directions from one key to its neighbour on a keyboard, on each layout. */
const directions = (() => {
  const found = new Map<string, Step[]>();
  for (const layout of ["qwerty", "qwertz", "azerty"] as const)
    for (const [key, neighbours] of Object.entries(adjacencyGraphs[layout] ?? {}))
      neighbours.forEach((neighbour, direction) => {
        for (const other of neighbour ?? "")
          found.set(key + other, [...(found.get(key + other) ?? []), `${layout} ${direction}`]);
      });
  return found;
})();

const digitOrLetter = /^[\p{L}\p{N}]$/u;

/** Returns every step that can lead from one character to the other. */
function stepsBetween(one: string, other: string): Step[] {
  const steps: Step[] = [...(directions.get(one + other) ?? [])];
  const difference = (other.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0);
  if (difference === 0) steps.push("same");
  if (Math.abs(difference) === 1 && digitOrLetter.test(one) && digitOrLetter.test(other))
    steps.push(`step:${difference}`);
  // On a keyboard, 0 follows 9.
  if (one === "9" && other === "0") steps.push("step:1");
  if (one === "0" && other === "9") steps.push("step:-1");
  return steps;
}

/**
 * Returns the number of characters from `at` that continue in one direction. Each is compared with the
 * character `stride` before it.
 */
function walkAt(text: readonly string[], at: number, stride: number): number {
  let end = at + stride;
  for (let lane = 0; lane < stride; lane++) {
    let possible: Step[] | null = null;
    let here = at + lane;
    while (here + stride < text.length) {
      const steps = stepsBetween(text[here]!, text[here + stride]!);
      const both: Step[] = possible === null ? steps : possible.filter((step) => steps.includes(step));
      if (both.length === 0) break;
      possible = both;
      here += stride;
    }
    // The pattern ends where the first of its interleaved sequences ends.
    const laneEnd = here + stride;
    end = lane === 0 ? laneEnd : Math.min(end, laneEnd);
  }
  return Math.min(end, text.length) - at;
}

/** Returns the number of characters from `at` that repeat an earlier part. */
function repeatedAt(text: readonly string[], at: number): number {
  let longest = 0;
  for (let earlier = 0; earlier < at; earlier++) {
    let length = 0;
    while (at + length < text.length && text[earlier + length] === text[at + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** Returns the number of characters in the next piece, and the number of pieces for which it counts. */
function pieceAt(text: readonly string[], at: number): { length: number; counts: number } {
  let best = { length: 1, counts: 1 };
  const better = (length: number, counts: number) => {
    if (length / counts > best.length / best.counts) best = { length, counts };
  };
  const repeated = repeatedAt(text, at);
  if (repeated >= SHORTEST) better(repeated, 1);
  for (let stride = 1; stride <= LONGEST_STRIDE; stride++) {
    const length = walkAt(text, at, stride);
    if (length >= stride * SHORTEST) better(length, stride);
  }
  return best;
}

/**
 * Character that replaces a name in a password and counts as one piece. It is in the private use area of Unicode, so typed
 * passwords do not contain it.
 */
const NAME_MARK = "\u{f8ff}";

/**
 * Returns the number of pieces of a password. A repetition of an earlier part counts one. A sequence
 * (`12345`, `abcde`) and a row of keys (`qwert`, `1qaz`) count one each, and interleaved ones count one each.
 * Each of the `names` counts one.
 */
export function piecesOf(password: string, names: readonly string[] = []): number {
  let folded = password.slice(0, 2 * READ).toLowerCase();
  for (const name of names) {
    const telling = name.toLowerCase();
    if ([...telling].length >= TELLING) folded = folded.replaceAll(telling, NAME_MARK);
  }
  const text = [...folded].slice(0, READ);
  let pieces = 0;
  for (let at = 0; at < text.length;) {
    const { length, counts } = pieceAt(text, at);
    at += length;
    pieces += counts;
  }
  return pieces;
}

/** Returns the piece that a password repeats; the password itself if it is not a repetition. */
export function repeatedPiece(password: string): string {
  for (let length = 1; length <= password.length / 2; length++) {
    if (password.length % length !== 0) continue;
    const piece = password.slice(0, length);
    if (piece.repeat(password.length / length) === password) return piece;
  }
  return password;
}
