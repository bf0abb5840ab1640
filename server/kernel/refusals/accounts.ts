import { defineRefusals } from "../texts/define";

/** Refusals of operations on one's own account. */
export const accountRefusals = defineRefusals("account", {
  /** A machine calls an operation of one's own account. */
  people_only: { status: 403, text: "Only people have an account of their own." },
  /** An administrator acts as the person. */
  acting_as_person: { status: 403, text: "Only the person themselves may do this; you act as them." },
  sign_in_not_recent: {
    status: 403,
    text: "Sign in again first: this is only possible shortly after signing in.",
  },
  /** The console session proves no second factor, or is too old. */
  second_factor_not_recent: {
    status: 403,
    text: "This needs a sign-in of the last 15 minutes with your second factor. Sign in again. If this browser is trusted, end the trust first.",
  },
  /** A tag of the person has the policy that the profile is read-only. */
  profile_read_only: { status: 403, text: "Your organization does not let you change your profile." },

  current_password_wrong: {
    status: 400,
    text: "currentPassword: is not your password.",
    field: "currentPassword",
  },
  email_unchanged: { status: 400, text: "email: is your address already.", field: "email" },
  phone_unchanged: { status: 400, text: "phone: is your number already.", field: "phone" },
  app_not_authorized: { status: 404, text: "There is no such app that you let in." },
});
