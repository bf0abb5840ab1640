import { defineTexts } from "./define";

/** Reasons of automatic locks of accounts. */
export const lockTexts = defineTexts("lock", {
  guesses: "Too many failed sign-ins",
  critical_sign_in: "A critical sign-in within a day",
  critical_sign_ins: "{count} critical sign-ins within a day",
});
