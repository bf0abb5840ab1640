import { adjacencyGraphs } from "@zxcvbn-ts/language-common";

/*
 * How much of a password has to be guessed. A repeated piece, a sequence or a walk over a keyboard costs whoever guesses one
 * guess, however long it is. The work is bounded: only the beginning of a long password is read.
 */

/** Characters that are read; a password that has enough pieces among these has enough. */
const READ = 128;
/** A sequence or a repetition shorter than this is no pattern: letters stand beside each other by chance. */
const SHORTEST = 3;
/** The longest distance between the characters of interleaved patterns, as in `1a2b3c` (2) and `111222333` (3). */
const LONGEST_STRIDE = 4;
/** A name shorter than this says nothing about a password that contains it. */
const TELLING = 4;

type Step = string | null;

/** For two keys beside each other on a keyboard: the directions from one to the other, on each layout. */
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

/** What leads from one character to another, in each way in which somebody may mean it. */
function stepsBetween(one: string, other: string): Step[] {
  const steps: Step[] = [...(directions.get(one + other) ?? [])];
  const difference = (other.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0);
  if (difference === 0) steps.push("same");
  if (Math.abs(difference) === 1 && digitOrLetter.test(one) && digitOrLetter.test(other))
    steps.push(`step:${difference}`);
  // After 9 comes 0, as on a keyboard.
  if (one === "9" && other === "0") steps.push("step:1");
  if (one === "0" && other === "9") steps.push("step:-1");
  return steps;
}

/** How many characters from `at` go on in one direction, each from the one `stride` before it. */
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
    // The shortest lane ends the walk.
    const laneEnd = here + stride;
    end = lane === 0 ? laneEnd : Math.min(end, laneEnd);
  }
  return Math.min(end, text.length) - at;
}

/** How many characters from `at` were there before. */
function repeatedAt(text: readonly string[], at: number): number {
  let longest = 0;
  for (let earlier = 0; earlier < at; earlier++) {
    let length = 0;
    while (at + length < text.length && text[earlier + length] === text[at + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** How many characters of the password the next piece takes, and for how many it counts. */
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

/** Stands for a name in a password: one piece. Of the private use area, so that nobody types it by chance. */
const NAME_MARK = "\u{f8ff}";

/**
 * How many pieces a password is made of. A repetition of what was before counts one, so does a sequence (`12345`, `abcde`) and a
 * row of keys (`qwert`, `1qaz`); interleaved ones count one each. Each of the `names` counts one, too.
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

/** The piece that a password consists of, again and again; the password itself where it is no repetition. */
export function repeatedPiece(password: string): string {
  for (let length = 1; length <= password.length / 2; length++) {
    if (password.length % length !== 0) continue;
    const piece = password.slice(0, length);
    if (piece.repeat(password.length / length) === password) return piece;
  }
  return password;
}
