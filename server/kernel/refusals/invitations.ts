import { defineRefusals } from "../texts/define";

export const invitationRefusals = defineRefusals("invitation", {
  not_found: { status: 404, text: "There is no such invitation." },
  /** The invitation does not exist, was accepted or revoked, or has expired. */
  not_open: {
    status: 400,
    text: "This invitation is not valid any more; ask for a new one.",
    field: "token",
  },
  /** An account with the address was created or removed after the form was shown. */
  account_changed: {
    status: 400,
    text: "An account of this address was made or removed meanwhile; look at the invitation again.",
    field: "token",
  },
  /** The invited administrator has an account and has not proved its address. */
  address_unproved: {
    status: 400,
    text: "Sign in and confirm the address of your account on your account page first; then accept the invitation.",
    field: "account",
  },
  name_missing: { status: 400, text: "name: must not be empty.", field: "name" },

  already_member: { status: 400, text: "email: belongs to a user of that kind already.", field: "email" },
  already_pending: {
    status: 400,
    text: "email: has a pending invitation already; revoke that one first.",
    field: "email",
  },
  already_accepted: {
    status: 400,
    text: "This invitation was accepted; suspend the user instead.",
  },
  administrator_reserved: {
    status: 403,
    text: "userKind: an invitation of an administrator needs the capability ManageTenantAdmins, too.",
    field: "userKind",
  },
});
