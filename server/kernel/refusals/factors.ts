import { defineRefusals } from "../texts/define";

/** Refusals about second factors and passkeys. */
export const factorRefusals = defineRefusals("factor", {
  not_found: { status: 404, text: "There is no such second factor." },
  /** The organization requires a second factor, and the user has no other factor. */
  last_required: {
    status: 400,
    text: "Your organization requires a second factor of you. Add another one before you remove this one.",
  },
  recovery_codes_need_factor: {
    status: 400,
    text: "Recovery codes stand in for a second factor: add a passkey or an authenticator app first.",
  },

  too_many_authenticator_apps: {
    status: 400,
    text: "You have {max} authenticator apps already; remove one first.",
  },
  totp_code_wrong: {
    status: 400,
    text: "code: is not the code that your app shows now.",
    field: "code",
  },

  passkeys_not_offered: { status: 400, text: "Your organization does not offer passkeys." },
  too_many_passkeys: { status: 400, text: "You have {max} passkeys already; remove one first." },
  /** The challenge of the passkey has expired, or it belongs to another session. */
  passkey_ceremony_expired: { status: 400, text: "This took too long. Try again." },
  passkey_invalid: {
    status: 400,
    text: "response: is not a passkey that was made for this page.",
    field: "response",
  },
  passkey_in_use: { status: 409, text: "This passkey was added before." },

  already_held: { status: 409, text: "You have this second factor already." },
  no_email_for_codes: {
    status: 400,
    text: "There is no e-mail address that a code can be sent to.",
  },
  no_phone_for_codes: {
    status: 400,
    text: "There is no proven phone number that a code can be sent to.",
  },
});
