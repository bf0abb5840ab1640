import { defineRefusals } from "../texts/define";

export const auditRefusals = defineRefusals("audit", {
  event_not_found: {
    status: 404,
    text: "There is no such audit event; it may be older than the log is kept.",
  },
});
