import { defineRefusals } from "../texts/define";

/** Refusals of commands of users, on their own account or at the console. */
export const ownAccountRefusals = defineRefusals("own_account", {
  /** The session ended, or the user was suspended, after the request came in. */
  session_ended: { status: 403, text: "Your session has ended. Sign in again." },
  /** The user was removed as administrator, or got another role, after the request came in. */
  right_lost: { status: 403, text: "You do not have the right to this any more." },
  /** An administrator changes their own account at a custom domain. */
  administrator_elsewhere: {
    status: 403,
    text: "Administrators change their own account only at {address}.",
  },
  passkey_request_used: {
    status: 400,
    text: "This request for a passkey was answered already. Try again.",
  },
});
