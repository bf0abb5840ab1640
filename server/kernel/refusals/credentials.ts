import { defineRefusals } from "../texts/define";

export const credentialRefusals = defineRefusals("credential", {
  not_found: { status: 404, text: "There is no such credential." },
  revoked: { status: 400, text: "This credential is revoked." },
  /** The caller grants a capability that the caller lacks. */
  capability_not_held: {
    status: 400,
    text: "capabilities: you do not have {capability} yourself, so you cannot give it.",
    field: "capabilities",
  },
  /** The caller changes a credential that has more capabilities than the caller. */
  exceeds_caller: {
    status: 403,
    text: "This credential has {capability}, which you do not have yourself.",
  },
});
