import { defineRefusals } from "../texts/define";

export const userRefusals = defineRefusals("user", {
  not_found: { status: 404, text: "There is no such user." },
  /** A field of the input names a user who does not exist. */
  unknown: { status: 400, text: "userId: there is no such user.", field: "userId" },
  email_in_use: {
    status: 400,
    text: "email: this address is in use in the organization already.",
    field: "email",
  },
  email_not_removable: {
    status: 400,
    text: "email: cannot be taken away, only changed.",
    field: "email",
  },
});
