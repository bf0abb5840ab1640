import { dictionary } from "@zxcvbn-ts/language-common";
import type * as z from "zod";
import { piecesOf, repeatedPiece } from "./password-patterns";
import type { AppError } from "../errors";
import type { PasswordPolicy } from "../settings";
import { trimEndWhile } from "./trim";
import { defineRefusals } from "../texts/define";

const passwordRefusals = defineRefusals("password", {
  too_short: { status: 400, text: "{field}: must have at least {min} characters." },
  too_long: { status: 400, text: "{field}: must have at most {max} characters." },
  contains_address: { status: 400, text: "{field}: must not contain your address." },
  common: { status: 400, text: "{field}: is among the passwords that are guessed first." },
  too_few_different: {
    status: 400,
    text: "{field}: must have at least {min} different characters.",
  },
  easy_to_guess: {
    status: 400,
    text: "{field}: is easy to guess: it is made of repetitions, sequences, rows of keys or the organization's name.",
  },
});

/** Maximum length of a password in characters. The time of hashing grows with the length. */
export const LONGEST_PASSWORD = 1_024;
/** Minimum length of a part of an address that is searched in the password. Shorter parts occur by chance. */
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
  // An attacker guesses "password1234!" from "password".
  const stem = trimEndWhile(folded, (character) => SUFFIX.test(character));
  return common.has(folded) || common.has(stem) || common.has(repeatedPiece(stem));
};

/**
 * Returns the refusal of a password by a policy for the field of the password, or null. `names` contains
 * names of the organization. The length is checked before any code reads the password.
 */
export function passwordProblem(
  policy: z.output<typeof PasswordPolicy>,
  password: string,
  email: string,
  names: readonly string[] = [],
): ((field: string) => AppError) | null {
  const tooLong = (field: string) => passwordRefusals.too_long({ field, max: LONGEST_PASSWORD }, { field });
  // A character has at most two UTF-16 code units.
  if (password.length > 2 * LONGEST_PASSWORD) return tooLong;
  const length = [...password].length;
  if (length < policy.minLength)
    return (field) => passwordRefusals.too_short({ field, min: policy.minLength }, { field });
  if (length > LONGEST_PASSWORD) return tooLong;
  if (policy.refuseAddress) {
    const address = email.toLowerCase();
    const [local = ""] = address.split("@");
    const folded = password.toLowerCase();
    if (folded.includes(address) || (local.length >= TELLING && folded.includes(local)))
      return (field) => passwordRefusals.contains_address({ field }, { field });
  }
  if (!policy.refuseCommon) return null;
  if (isCommonPassword(password)) return (field) => passwordRefusals.common({ field }, { field });
  if (new Set(password.toLowerCase()).size < FEWEST_CHARACTERS)
    return (field) => passwordRefusals.too_few_different({ field, min: FEWEST_CHARACTERS }, { field });
  return piecesOf(password, [PRODUCT, ...names]) < FEWEST_PIECES
    ? (field) => passwordRefusals.easy_to_guess({ field }, { field })
    : null;
}
