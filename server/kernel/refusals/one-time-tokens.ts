import { defineRefusals } from "../texts/define";

export const oneTimeTokenRefusals = defineRefusals("one_time_token", {
  /** The link of a mail was used, has expired, or never existed. */
  link_invalid: {
    status: 400,
    text: "This link is not valid any more; ask for a new one.",
    field: "token",
  },
  code_wrong: { status: 400, text: "code: is not the code that was sent.", field: "code" },
  /** The code has expired, was used, or was mistyped too often. */
  code_expired: { status: 400, text: "The code does not count any more; ask for a new one." },
});
