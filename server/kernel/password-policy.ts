import { dictionary } from "@zxcvbn-ts/language-common";
import type * as z from "zod";
import { piecesOf, repeatedPiece } from "./password-patterns";
import type { PasswordPolicy } from "./settings";
import { trimEndWhile } from "./trim";

/** Maximum length of a password in characters. The time of hashing grows with the length. */
export const LONGEST_PASSWORD = 1_024;
/** A shorter part of an address is not searched in the password: it occurs by chance. */
const TELLING = 4;
/**
 * Minimum number of pieces (password-patterns.ts). Programs that try patterns guess a password with fewer
 * pieces.
 */
const FEWEST_PIECES = 6;
/** Minimum number of different characters; upper and lower case count as one. */
const FEWEST_CHARACTERS = 5;
/** The product's name, which people use in passwords for it. */
const PRODUCT = "castellan";

let common: Set<string> | null = null;
// By Unicode class: \W would treat every letter outside ASCII as a suffix, too.
const SUFFIX = /^[\p{N}\p{P}\p{S}\s]$/u;

/**
 * Returns true for a password among the first guesses, with or without digits and signs at its end, once or
 * repeated. Returns false for a text that is longer than any password.
 */
export const isCommonPassword = (password: string): boolean => {
  if (password.length > 2 * LONGEST_PASSWORD) return false;
  common ??= new Set(dictionary["passwords-common"]);
  const folded = password.toLowerCase();
  // An attacker guesses "password1234!" by "password".
  const stem = trimEndWhile(folded, (character) => SUFFIX.test(character));
  return common.has(folded) || common.has(stem) || common.has(repeatedPiece(stem));
};

/**
 * Returns the problem of a password under a policy as the second half of a sentence, or null. `names`: names
 * of the organization. The length is checked before any code reads the password.
 */
export function passwordProblem(
  policy: z.output<typeof PasswordPolicy>,
  password: string,
  email: string,
  names: readonly string[] = [],
): string | null {
  const tooLong = `must have at most ${LONGEST_PASSWORD} characters.`;
  // A character has at most two UTF-16 code units.
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
