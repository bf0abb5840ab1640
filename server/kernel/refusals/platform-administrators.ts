import { defineRefusals } from "../texts/define";

export const platformAdministratorRefusals = defineRefusals("platform_administrator", {
  not_found: { status: 404, text: "There is no such platform administrator." },
  email_in_use: {
    status: 400,
    text: "email: is a platform administrator's already.",
    field: "email",
  },

  /** A credential removes an administrator. */
  removal_needs_administrator: {
    status: 403,
    text: "Only a platform administrator can remove another.",
  },
  own_removal: { status: 400, text: "You cannot remove yourself.", field: "administratorId" },
  /** The caller was removed by a concurrent request. */
  caller_removed: { status: 403, text: "You are no platform administrator any more." },

  factor_proof_wrong: {
    status: 400,
    text: "proof: is neither the code that your app shows now nor a recovery code.",
    field: "proof",
  },
  /** A passkey gives no code, and the sign-in with it is not recent. */
  sign_in_or_code_required: {
    status: 403,
    text: "Sign in again first: without a code this is only possible shortly after signing in.",
  },
  too_many_factors: {
    status: 400,
    text: "You have {max} second factors already; remove one first.",
  },
  last_factor_required: {
    status: 409,
    text: "The platform asks every administrator for a second factor: add another one first.",
  },
  /** A credential resets the second factor of an administrator. */
  factor_reset_needs_administrator: {
    status: 403,
    text: "Only a platform administrator can reset another's second factor.",
  },
  own_factor_reset: {
    status: 400,
    text: "You cannot reset your own second factor.",
    field: "administratorId",
  },
  no_factor: { status: 409, text: "They have no second factor." },
});
