import { defineTexts } from "./define";

/** Reasons for the failure of a webhook delivery, a mail, a text message or another guarded request. */
export const deliveryTexts = defineTexts("delivery", {
  source_answered: "The source answered {status}.",
  source_too_large: "The source sent more than {max} bytes.",
  no_https: "The address is not an https URL.",
  answered: "The receiver answered {status}.",
  late: "No answer within {seconds} seconds.",
  private_address: "The address is private.",
  leads_to_private_address: "{host} leads to a private address",
  many_interim_responses: "The receiver sent too many interim responses.",
  protocol_switched: "The receiver switched protocols.",
  connection_ended: "The receiver ended the connection without an answer.",
  not_sent: "The delivery could not be signed or sent.",
  receiver_gone: "the receiver is gone (410)",
  receiver_failing: "it failed for five days",

  channel_missing: "The operator has not set this channel up.",
  invalid_address: "The address is not one that mail can be sent to.",
  invalid_number: "This is not a telephone number.",
  gateway_refused: "The gateway refused the message ({status}).",
  gateway_answered: "The gateway answered {status}.",
  template_unknown: "This version does not know the template.",
  content_deleted: "Its content is not kept any more.",
});
