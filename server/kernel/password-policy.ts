import { dictionary } from "@zxcvbn-ts/language-common";
import type * as z from "zod";
import type { PasswordPolicy } from "./settings";

/** Longer ones cost hashing time and gain nothing. */
const MAX_LENGTH = 1_024;
/** A part of an address shorter than this says nothing about a password that contains it. */
const TELLING = 4;

let common: Set<string> | null = null;
/** Whether a password is among those that are guessed first, with or without digits and signs at its end. */
export const isCommonPassword = (password: string) => {
  common ??= new Set(dictionary["passwords-common"]);
  const folded = password.toLowerCase();
  // "password1234!" is "password" to whoever guesses.
  // By Unicode class: \W would take every letter that is not ASCII for a suffix, too.
  return common.has(folded) || common.has(folded.replace(/[\p{N}\p{P}\p{S}\s]+$/u, ""));
};

/** What is wrong with a password under a policy, as a sentence's second half, or null. */
export function passwordProblem(
  policy: z.output<typeof PasswordPolicy>,
  password: string,
  email: string,
): string | null {
  const length = [...password].length;
  if (length < policy.minLength) return `must have at least ${policy.minLength} characters.`;
  if (length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters.`;
  if (policy.refuseAddress) {
    const address = email.toLowerCase();
    const [local = ""] = address.split("@");
    const folded = password.toLowerCase();
    if (folded.includes(address) || (local.length >= TELLING && folded.includes(local)))
      return "must not contain your address.";
  }
  if (policy.refuseCommon && isCommonPassword(password))
    return "is among the passwords that are guessed first.";
  return null;
}
