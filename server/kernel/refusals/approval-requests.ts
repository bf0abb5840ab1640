import { defineRefusals } from "../texts/define";

/**
 * Decisions on a request that is not pending: for the approval of a connector, or for an MFA reset. The names
 * are the states of the request.
 */
export const approvalRequestRefusals = defineRefusals("approval_request", {
  approved: { status: 400, text: "This request is approved; only a pending one can be decided on." },
  denied: { status: 400, text: "This request is denied; only a pending one can be decided on." },
  expired: { status: 400, text: "This request is expired; only a pending one can be decided on." },
});
