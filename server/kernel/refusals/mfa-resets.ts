import { defineRefusals } from "../texts/define";

export const mfaResetRefusals = defineRefusals("mfa_reset", {
  not_found: { status: 404, text: "There is no such MFA reset request." },
  own_request: {
    status: 403,
    text: "You cannot decide on your own MFA reset request. Another administrator decides on it.",
  },
  /** The request is an administrator's (kernel/operation/person-changes.ts). */
  approval_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can approve an MFA reset of an administrator.",
  },
  /** The request is another administrator's. */
  denial_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can deny an MFA reset of an administrator.",
  },
});
