import { defineRefusals } from "../texts/define";

/** Refusals for e-mails and text messages of the queue. */
export const messageRefusals = defineRefusals("message", {
  not_found: { status: 404, text: "There is no such message." },
  not_failed: { status: 400, text: "Only a message that failed can be sent again." },
  content_deleted: { status: 400, text: "What this message said is not kept any more." },
});
