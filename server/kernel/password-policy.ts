import { dictionary } from "@zxcvbn-ts/language-common";
import type { z } from "zod";
import type { PasswordPolicy } from "./settings";

/** Longer ones cost hashing time and gain nothing. */
const MAX_LENGTH = 1_024;
/** A part of an address shorter than this says nothing about a password that contains it. */
const TELLING = 4;

let common: Set<string> | null = null;
const isCommon = (password: string) => {
  common ??= new Set(dictionary["passwords-common"]);
  const folded = password.toLowerCase();
  // "password1234!" is "password" to whoever guesses.
  return common.has(folded) || common.has(folded.replace(/[\d\W_]+$/u, ""));
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
    const [local = ""] = email.toLowerCase().split("@");
    if (local.length >= TELLING && password.toLowerCase().includes(local))
      return "must not contain your address.";
    if (password.toLowerCase() === email.toLowerCase()) return "must not be your address.";
  }
  if (policy.refuseCommon && isCommon(password)) return "is among the passwords that are guessed first.";
  return null;
}
