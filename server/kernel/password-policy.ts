import { dictionary } from "@zxcvbn-ts/language-common";
import type * as z from "zod";
import { piecesOf, repeatedPiece } from "./password-patterns";
import type { PasswordPolicy } from "./settings";
import { trimEndWhile } from "./trim";

/** Characters of the longest password. Hashing takes the longer the longer a password is, and nobody needs more. */
export const LONGEST_PASSWORD = 1_024;
/** A part of an address shorter than this says nothing about a password that contains it. */
const TELLING = 4;
/** A password of fewer pieces (password-patterns.ts) is guessed by programs that try patterns. */
const FEWEST_PIECES = 6;
/** Different characters, letters in either case counted once. */
const FEWEST_CHARACTERS = 5;
/** The product's own name, which people take for a password to it. */
const PRODUCT = "castellan";

let common: Set<string> | null = null;
// By Unicode class: \W would take every letter that is not ASCII for a suffix, too.
const SUFFIX = /^[\p{N}\p{P}\p{S}\s]$/u;

/**
 * Whether a password is among those that are guessed first, with or without digits and signs at its end, once or several times in
 * a row. One that is longer than any password is not looked at.
 */
export const isCommonPassword = (password: string): boolean => {
  if (password.length > 2 * LONGEST_PASSWORD) return false;
  common ??= new Set(dictionary["passwords-common"]);
  const folded = password.toLowerCase();
  // "password1234!" is "password" to whoever guesses.
  const stem = trimEndWhile(folded, (character) => SUFFIX.test(character));
  return common.has(folded) || common.has(stem) || common.has(repeatedPiece(stem));
};

/**
 * What is wrong with a password under a policy, as a sentence's second half, or null. `names`: what the organization is called.
 * The length is checked before anything reads the password.
 */
export function passwordProblem(
  policy: z.output<typeof PasswordPolicy>,
  password: string,
  email: string,
  names: readonly string[] = [],
): string | null {
  const tooLong = `must have at most ${LONGEST_PASSWORD} characters.`;
  // A character has at most two units.
  if (password.length > 2 * LONGEST_PASSWORD) return tooLong;
  const length = [...password].length;
  if (length < policy.minLength) return `must have at least ${policy.minLength} characters.`;
  if (length > LONGEST_PASSWORD) return tooLong;
  if (policy.refuseAddress) {
    const address = email.toLowerCase();
    const [local = ""] = address.split("@");
    const folded = password.toLowerCase();
    if (folded.includes(address) || (local.length >= TELLING && folded.includes(local)))
      return "must not contain your address.";
  }
  if (!policy.refuseCommon) return null;
  if (isCommonPassword(password)) return "is among the passwords that are guessed first.";
  if (new Set(password.toLowerCase()).size < FEWEST_CHARACTERS)
    return `must have at least ${FEWEST_CHARACTERS} different characters.`;
  return piecesOf(password, [PRODUCT, ...names]) < FEWEST_PIECES
    ? "is easy to guess: it is made of repetitions, sequences, rows of keys or the organization's name."
    : null;
}
