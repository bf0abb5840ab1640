import { defineRefusals } from "../texts/define";

export const connectorRefusals = defineRefusals("connector", {
  /** The connector is not installed. */
  not_found: { status: 404, text: "There is no such connector." },
  not_approved: {
    status: 400,
    text: "The connector {connector} is not approved for this app; approve it in the console first.",
    field: "name",
  },

  already_approved: { status: 409, text: "This connector is approved for this app already." },
  already_requested: {
    status: 409,
    text: "Somebody has asked for this approval already; that request still waits.",
  },
  request_not_found: { status: 404, text: "There is no such request for an approval." },
});
