import { defineRefusals } from "../texts/define";

/** Refusals to act as another person, and to decide on requests for it. */
export const actAsRefusals = defineRefusals("act_as", {
  disabled: {
    status: 400,
    text: "Acting as other people is switched off in this organization’s settings.",
  },
  oneself: { status: 400, text: "You cannot act as yourself.", field: "userId" },
  person_suspended: { status: 400, text: "userId: this person is suspended.", field: "userId" },
  person_locked: { status: 400, text: "userId: this person is locked.", field: "userId" },
  /** A tag of the person has the policy that forbids acting as this person. */
  forbidden_by_tag: {
    status: 400,
    text: "userId: a tag of this person does not allow it.",
    field: "userId",
  },
  app_not_open_to_person: {
    status: 400,
    text: "appId: this person may not open the app themselves.",
    field: "appId",
  },

  /** The actor is a credential, or an administrator who already acts as a user. */
  console_only: { status: 403, text: "Only an administrator in the console can act as somebody." },
  administrators_only: {
    status: 403,
    text: "Only an administrator of this organization can act as somebody.",
  },
  /** The person is an administrator (kernel/operation/person-changes.ts). */
  owner_only: { status: 403, text: "Only an owner may act as another administrator." },

  not_found: { status: 404, text: "There is no such request to act as somebody." },
  not_own: { status: 404, text: "There is no such request of yours." },
  not_for_caller: { status: 404, text: "There is no such request to act as you." },
  /** The link does not exist, was used, or has expired. */
  link_not_found: { status: 404, text: "There is no such link to act as somebody." },
  already_requested: {
    status: 409,
    text: "You have asked to act as this person already; that request is still open.",
  },
  end_reserved: { status: 403, text: "Only who asked, or an owner, can end this." },
  /** The organization began to require the person's agreement after the request was made. */
  agreement_required: {
    status: 400,
    text: "The person must agree first: that was not asked when this request was made.",
  },

  // The request is in this state, which does not allow the step.
  pending: { status: 400, text: "This request is pending." },
  approved: { status: 400, text: "This request is approved." },
  denied: { status: 400, text: "This request is denied." },
  expired: { status: 400, text: "This request is expired." },
  active: { status: 400, text: "This request is active." },
  ended: { status: 400, text: "This request is ended." },
});
