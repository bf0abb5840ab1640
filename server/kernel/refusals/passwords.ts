import { defineRefusals } from "../texts/define";

/** Refusals of a new password by the policy. `{field}` is the field of the input that has the password. */
export const passwordRefusals = defineRefusals("password", {
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
  /** Too many passwords wait to be hashed. */
  too_many_waiting: {
    status: 503,
    text: "Too many people are signing in right now; try again shortly.",
  },
});
